import { GatewayRig } from "@parley/conformance";
import { startPostgres } from "@parley/embedded-postgres";
import { expect, it, onTestFinished } from "vitest";
import { storePostgres } from "../../../src/index.ts";

it("a gateway is not ready while its database is away, and ready again without a restart", async () => {
  const server = await startPostgres({ fsync: false });
  onTestFinished(() => server.stop());
  const connection = server.connectionString;
  const rig = await GatewayRig.start(() =>
    storePostgres({ connection, anchorsClock: false, allowNonDurable: true }),
  );
  expect(await rig.gateway.ready()).toBe(true);
  for (let outage = 0; outage < 2; outage += 1) {
    await server.kill();
    expect(await rig.gateway.ready()).toBe(false);
    await server.start();
    await expect.poll(() => rig.gateway.ready(), { timeout: 30_000 }).toBe(true);
  }
  await rig.say("hello");
  await rig.stop();
});
