import type { Step } from "./step.ts";
import { filesOf, fullPackages, heavyName } from "./tier-files.ts";

const vitest = ["node", "node_modules/vitest/vitest.mjs", "run"];
const simulator = "packages/conformance/src/simulator/main.ts";

/**
 * The whole proof.
 *
 * @param corpora directory of external corpora; without it their step is left out
 * @param report where the step *tests* stores its results for the step *contract*. It belongs to one commit, so that no
 * result is stale
 */
export function stepsOf(root: string, corpora: string | null, report: string): readonly Step[] {
  return [
    ...fullPackages(root).map(fullStep),
    ...filesOf(root, "heavy").map(heavyStep),
    ...(corpora === null ? [] : [corporaStep(corpora)]),
    {
      name: "tests",
      proves: "what npm test runs",
      command: [...vitest, "--reporter=default", "--reporter=json", `--outputFile.json=${report}`],
    },
    script("sabotages", "every row of the contract is held by its test", "sabotage.ts"),
    {
      name: "contract",
      proves: "every clause has a test that passed, and a sabotage that turned it red",
      command: ["node", "scripts/check-contract.ts", report],
    },
    script("canaries", "suites and simulator catch every wrong version", "canaries.ts"),
    script("mutants", "tests of the core notice changed code", "mutation-score.ts"),
    {
      name: "simulator",
      proves: "the engine's promises, in every swept and 40,000 drawn worlds",
      command: words(`node --conditions=@parley/source ${simulator} --seeds 40000 --sweep`),
    },
    harness("equivalence", "all stores mean the same", "--scripts 1000"),
    harness("crash:sqlite", "kill -9 loses nothing", "--kills 60 --rate 200", "crash"),
    harness(
      "crash:postgres",
      "nor does it with two gateways on one database",
      "--store postgres --gateways 2 --kills 40 --rate 100",
      "crash",
    ),
    ...(["push", "pull"] as const).flatMap((way) => [
      httpAppStep(way, "sqlite", "--rate 100"),
      // With two nodes, an acknowledgement may take 0.7 s to reach the node that has the lane: many lanes, each with little.
      httpAppStep(way, "postgres", "--store postgres --gateways 2 --rate 100 --visitors 300"),
    ]),
    harness(
      "chaos",
      "three nodes lose, reorder and hide nothing, whatever befalls them",
      "--seconds 300 --rate 180",
    ),
    script(
      "rolling-upgrade",
      "nodes of an earlier version are replaced one by one under faults",
      "rolling-upgrade.ts",
    ),
    harness("failover", "a standby that was waited for has everything acknowledged"),
    harness("outages:sqlite", "store trouble is a 503, and over by itself", "", "outages"),
    harness("outages:postgres", "the same on PostgreSQL", "--store postgres", "outages"),
    ...(["sqlite", "postgres"] as const).map(upgradeStep),
    harness("power-loss", "nor does a power loss lose anything", "--instants 1000"),
    harness("hostile-input", "hostile input harms nobody", "--seconds 120 --envelopes 20000"),
    harness("hostile-receiver", "a hostile receiver costs its own messages only", "--series 4"),
    {
      name: "benchmarks:work",
      proves: "every benchmark works",
      command: ["node", "benchmarks/dist/main.js", "--smoke"],
    },
    {
      name: "benchmarks:floors",
      proves: "figures far from their floors on any machine still hold them",
      command: [
        "node",
        "benchmarks/dist/main.js",
        "--only",
        "group-commit/single,transport/fetch,disk",
      ],
    },
    harness("one-404", "a known channel cannot be told from an unknown one", "--seconds 60"),
  ];
}

function fullStep(folder: string): Step {
  const name = folder.split("/").at(-1);
  return {
    name: `full:${name}`,
    proves: `what npm test only samples of ${name}`,
    command: [...vitest, "--config", "vitest.full.config.ts", `${folder}/test/full/`],
  };
}

function heavyStep(path: string): Step {
  return {
    name: `heavy:${heavyName(path)}`,
    proves: path,
    command: [...vitest, "--config", "vitest.heavy.config.ts", path],
  };
}

/** Needs Python. */
function httpAppStep(way: "push" | "pull", store: string, options: string): Step {
  return harness(
    `crash-http:${way}-${store}`,
    "an agent app over HTTP that is killed as well misses nothing and does nothing twice",
    `--agent http-${way} --kills 25 --app-kills 12 ${options}`,
    "crash",
  );
}

function upgradeStep(store: string): Step {
  return {
    name: `upgrade:${store}`,
    proves: "data from before search open under traffic, and all of them are found",
    command: words(
      `node --conditions=@parley/source scripts/upgrade.ts --store ${store} --messages 10000`,
    ),
  };
}

function corporaStep(directory: string): Step {
  const { command, ...step } = harness("corpora", "inputs that nobody here wrote break nothing");
  return { ...step, command: [...command, directory] };
}

function script(name: string, proves: string, file: string): Step {
  return { name, proves, command: ["node", `scripts/${file}`] };
}

/** A step for a harness of the same name, unless another is given. */
function harness(name: string, proves: string, options = "", program = name): Step {
  const main = `harness/dist/${program}/main.js`;
  return { name, proves, command: ["node", main, ...words(options)] };
}

function words(text: string): readonly string[] {
  return text.split(" ").filter((word) => word !== "");
}
