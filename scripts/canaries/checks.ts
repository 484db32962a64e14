import type { TestRunner } from "../contract/run-tests.ts";
import { measure } from "./measured-run.ts";

/** Where canaries run: a copy of the repository, and the Vitest process for its tests. */
export interface Cage {
  readonly copy: string;
  readonly runner: TestRunner;
}

/** Result of one check of one copy. */
export interface Finding {
  /** The broken sentence of the contract; `null`: nothing was noticed. */
  readonly broken: string | null;
  readonly cpuSeconds: number;
  /** Whether the check ran to its end. Code that does not load proves nothing. */
  readonly ran: boolean;
}

/** `changed`: edited files of the copy, relative to its root. */
type Check = (cage: Cage, changed: readonly string[]) => Promise<Finding>;

/** Time limit of a check. A canary noticed later counts as missed. */
export const limitSeconds = 10;
/** Test settings in a cage. Without a canary a whole suite takes longer than the limit above. */
export const testSettings = {
  testTimeoutMs: 20_000,
  bail: true,
  cpuLimitSeconds: 4 * limitSeconds,
} as const;
/** Simulator seeds per canary. */
const seeds = 300;

/** On a slow machine the whole file takes longer than the limit, so its parts run separately. */
const nodesOnPostgres = "packages/store-postgres/test/several-nodes.test.ts";

const messagesOnPostgres = "packages/store-postgres/test/full/suites.test.ts";

const gatewayOnPostgres = "packages/store-postgres/test/full/gateway.test.ts";

/** Every check, by its name in the table. */
export const checks = {
  simulator,
  "gateway suite, memory": suite("packages/core/test/engine/gateway.test.ts"),
  "store suites, memory": suite("packages/core/test/memory/stores.test.ts"),
  "owners, core": suite("packages/core/test/owners/backend-answers.test.ts"),
  "router, core": suite("packages/core/test/owners/router.test.ts"),
  "several-nodes suite, memory": suite("packages/core/test/memory/several-nodes.test.ts"),
  "gateway suite, SQLite": suite("packages/store-sqlite/test/full/gateway.test.ts"),
  "store suites, SQLite": suite("packages/store-sqlite/test/suites.test.ts"),
  "gateway suite, PostgreSQL, a standstill": suite(gatewayOnPostgres, "a standstill"),
  "store suites, PostgreSQL": suite(messagesOnPostgres),
  "several-nodes suite, PostgreSQL, at once": suite(nodesOnPostgres, "at once"),
  "several-nodes suite, PostgreSQL, whose a lane is": suite(nodesOnPostgres, "whose a lane is"),
  "several-nodes suite, PostgreSQL, neighbours": suite(nodesOnPostgres, "neighbours"),
} as const satisfies Readonly<Record<string, Check>>;

/** Name of a check. */
export type CheckName = keyof typeof checks;

async function simulator({ copy }: Cage): Promise<Finding> {
  const program = "scripts/canaries/simulate-until.ts";
  const args = ["--conditions=@parley/source", program, String(seeds)];
  const { output, cpuSeconds } = await measure(copy, args, testSettings.cpuLimitSeconds);
  const broken = /^broken: (.+)$/m.exec(output)?.[1] ?? null;
  return { broken, cpuSeconds, ran: /^(?:ended|\d+ seeds without)/m.test(output) };
}

/** `part`: the start of the test names, when only some tests run. */
function suite(file: string, part = ""): Check {
  return async ({ runner }, changed) => {
    const answer = await runner.run({ files: [file], changed, pattern: part });
    if (answer === null) return { broken: null, cpuSeconds: Number.POSITIVE_INFINITY, ran: false };
    const { tests, cpuSeconds } = answer;
    const failed = tests.find(({ status }) => status === "failed");
    const ran = tests.some(({ status }) => status === "passed" || status === "failed");
    return { broken: failed?.path.join(" › ") ?? null, cpuSeconds, ran };
  };
}
