import { afterAll, beforeAll, expect, it } from "vitest";
import { parley, type Run } from "../support/parley.ts";
import { World } from "../support/gateways/world.ts";

const opened = new AsyncDisposableStack();
let world: World;

beforeAll(async () => {
  world = opened.use(await World.open());
});

afterAll(() => opened.disposeAsync());

const run = (...words: readonly string[]): Promise<Run> => {
  const { home, env } = world.gateway;
  return parley(["channels", ...words], { cwd: home, env });
};
const hint = "Check whether its receiver works: parley doctor --channel=-kiosk\n";

it("changing a channel's receiver prints how to check it", async () => {
  const added = await run("add", "--", "-kiosk", "https://kiosk.example");
  expect([added.code, added.stderr.endsWith(hint)]).toEqual([0, true]);
  const moved = await run("set", "--chat-api-url=https://new.example", "--", "-kiosk");
  expect(moved).toMatchObject({ code: 0, stderr: hint });
  const elsewhere = `--url=${world.gateway.url}`;
  const again = await run("set", elsewhere, "--chat-api-url=https://a.example", "--", "-kiosk");
  expect(again.stderr).toBe(hint.replace("\n", ", with the same options for the gateway\n"));
  const { stdout } = await parley(["doctor", "--channel=-kiosk"], {
    cwd: world.gateway.home,
    env: world.gateway.env,
  });
  expect(stdout).toContain("of -kiosk: ");
});

it("other changes, and JSON output, print no such hint", async () => {
  const kept = await run("set", "shop", "--acknowledge=any-2xx");
  const json = await run("add", "boutique", "https://boutique.example", "--json");
  expect([kept, json]).toMatchObject([
    { code: 0, stderr: "" },
    { code: 0, stderr: "" },
  ]);
});
