import "reflect-metadata";
import { type OpenedStores, randomStoreScript, runStoreScript } from "@parley/conformance";
import { createMemoryStores, MemoryData } from "@parley/core/memory";
import { type EmbeddedPostgres, startPostgres } from "@parley/embedded-postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TemporaryDirectory } from "../../support/temporary-directory.ts";
import { openMoving } from "../../migrate/moving-stores.ts";

const seeds = 4;
const stepsPerScript = 40;
let postgres: EmbeddedPostgres;

beforeAll(async () => {
  postgres = await startPostgres({ fsync: false });
});
afterAll(() => postgres.stop());

async function openMemory(data = new MemoryData()): Promise<OpenedStores> {
  return { ...createMemoryStores({ data }), reopen: () => openMemory(data), close: async () => {} };
}

describe("a store that is moved between two calls", () => {
  it("answers all calls after that as if it had only been opened again", async () => {
    for (let seed = 0; seed < seeds; seed += 1) {
      using home = new TemporaryDirectory();
      const places = { directory: home.path, to: postgres.connectionString, schema: `s${seed}` };
      const script = [...randomStoreScript(seed, stepsPerScript)];
      // In the middle, so that much is moved and much follows.
      script.splice(stepsPerScript / 2, 0, { kind: "restart" });
      const wanted = await runStoreScript(() => openMemory(), script);
      expect(await runStoreScript(() => openMoving(places), script), `seed ${seed}`).toEqual(
        wanted,
      );
    }
  }, 600_000);
});
