import { createRoot } from "react-dom/client";
import { App } from "./App";
import { app } from "./data/app";
import { applyTheme } from "./data/theme";
import "./style.css";

applyTheme();
void app.start();
const root = document.getElementById("root");
if (root) createRoot(root).render(<App />);
