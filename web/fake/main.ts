// Starts the fake server: for `npm run fake`, and for the tests in a browser.
import { Fake } from "./http";
import { World } from "./world";

export async function start(options: { port: number; dist: string; seed?: "full" | "empty"; pace?: number }): Promise<{ fake: Fake; url: string }> {
  const fake = new Fake(await World.made(options.seed ?? "full"), options.dist);
  if (options.pace !== undefined) fake.world.pace = options.pace;
  await new Promise<void>((resolve) => fake.server.listen(options.port, "127.0.0.1", resolve));
  const address = fake.server.address();
  return { fake, url: `http://127.0.0.1:${typeof address === "object" && address ? address.port : options.port}` };
}
