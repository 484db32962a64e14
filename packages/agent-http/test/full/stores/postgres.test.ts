import { agentBackendSuite } from "@parley/conformance";
import * as runner from "vitest";
import { emptiedSchema } from "../../../../store-postgres/test/support/emptied-schema.ts";
import { stopPostgres } from "../../../../store-postgres/test/support/opened-stores.ts";
import { bothApps } from "../../support/both-apps.ts";
import { randomRun } from "../../support/random-run.ts";
import { twoNodesTests } from "../../support/two-nodes-tests.ts";

const { afterAll, expect, it } = runner;

afterAll(stopPostgres);

for (const [what, open] of bothApps)
  agentBackendSuite(runner, `${what}, on PostgreSQL,`, open, { stores: emptiedSchema });

twoNodesTests("on PostgreSQL", emptiedSchema);

it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])(
  "on PostgreSQL, events come one after the other and none is lost, in any order of calls and crashes: %i",
  async (seed) => {
    expect(await randomRun(seed, await emptiedSchema())).toBe(true);
  },
);
