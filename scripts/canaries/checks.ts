import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { readVitestReport } from "../contract/vitest-report.ts";
import { measure, type Measured } from "./measured-run.ts";

/** What one check said about one copy. */
export interface Finding {
  /** The sentence of the contract that was broken; `null`: nothing was noticed. */
  readonly broken: string | null;
  readonly cpuSeconds: number;
  /** Whether the check ran to its end at all: what does not even load proves nothing. */
  readonly ran: boolean;
}

type Check = (copy: string) => Promise<Finding>;

/** What a check may take; a canary that it notices later counts as not noticed. */
export const limitSeconds = 10;
/** Seeds that the simulator gets for one canary. */
const seeds = 300;

/** The whole of it takes longer than a canary may on a slow machine: its parts are asked. */
const nodesOnPostgres = "packages/store-postgres/test/several-nodes.test.ts";

/** Every check that may notice a canary, by the name it has in the table. */
export const checks = {
  simulator,
  "gateway suite, memory": suite("packages/core/test/engine/gateway.test.ts"),
  "store suites, memory": suite("packages/core/test/memory/stores.test.ts"),
  "several-nodes suite, memory": suite("packages/core/test/memory/several-nodes.test.ts"),
  "gateway suite, SQLite": suite("packages/store-sqlite/test/gateway.test.ts"),
  "store suites, SQLite": suite("packages/store-sqlite/test/suites.test.ts"),
  "store suites, PostgreSQL": suite("packages/store-postgres/test/suites.test.ts"),
  "several-nodes suite, PostgreSQL, at once": suite(nodesOnPostgres, "at once"),
  "several-nodes suite, PostgreSQL, whose a lane is": suite(nodesOnPostgres, "whose a lane is"),
  "several-nodes suite, PostgreSQL, neighbours": suite(nodesOnPostgres, "neighbours"),
} as const satisfies Readonly<Record<string, Check>>;

/** Name of a check. */
export type CheckName = keyof typeof checks;

async function simulator(copy: string): Promise<Finding> {
  const program = "scripts/canaries/simulate-until.ts";
  const args = ["--conditions=@parley/source", program, String(seeds)];
  const { output, cpuSeconds } = await measure(copy, args, limitSeconds);
  const broken = /^broken: (.+)$/m.exec(output)?.[1] ?? null;
  return { broken, cpuSeconds, ran: /^(?:ended|\d+ seeds without)/m.test(output) };
}

/** `part`: what its tests are called by, when not all of them are asked. */
function suite(file: string, part?: string): Check {
  return async (copy) => {
    const report = join(copy, "report.json");
    rmSync(report, { force: true });
    const run = await measure(copy, vitestOn(file, report, part), limitSeconds);
    if (!existsSync(report)) return nothing(run);
    const tests = readVitestReport(report, copy);
    const failed = tests.find(({ status }) => status === "failed");
    const ran = tests.some(({ status }) => status === "passed" || status === "failed");
    return { broken: failed?.path.join(" › ") ?? null, cpuSeconds: run.cpuSeconds, ran };
  };
}

function vitestOn(file: string, report: string, part?: string): readonly string[] {
  return [
    "node_modules/vitest/vitest.mjs",
    "run",
    file,
    "--bail=1",
    "--testTimeout=20000",
    "--reporter=json",
    `--outputFile=${report}`,
    "--maxWorkers=1",
    ...(part === undefined ? [] : [`--testNamePattern=${part}`]),
  ];
}

function nothing({ cpuSeconds }: Measured): Finding {
  return { broken: null, cpuSeconds, ran: false };
}
