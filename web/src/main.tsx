import { createRoot } from "react-dom/client";
import { App } from "./App";
import { app } from "./data/app";
import { routeOf } from "./data/route";
import { applyTheme } from "./data/theme";
import "./style.css";

applyTheme();
void app.start();
// The room of the address is asked for before the page is drawn.
const route = routeOf(location.pathname, location.hash);
if (route.page === "room") app.roomOf(route.room);
const root = document.getElementById("root");
if (root) createRoot(root).render(<App />);
