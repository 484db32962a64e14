import { resolve } from "node:path";
import { root } from "./contract/repository.ts";
import { chosenOf, readOptions, usage, type VerifyOptions } from "./verify/options.ts";
import { sampleOf } from "./verify/sample.ts";
import { stepsOf } from "./verify/steps.ts";
import { treeState } from "./verify/tree-state.ts";
import { Verdicts } from "./verify/verdicts.ts";
import { lineOf, verify } from "./verify/verify.ts";

// npm run verify: the whole proof, one step after another; see --help.
try {
  process.exitCode = await main(readOptions(process.argv.slice(2)));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 2;
}

async function main(options: VerifyOptions): Promise<number> {
  if (options.help) {
    console.log(usage);
    return 0;
  }
  const corpora = options.corpora === null ? null : resolve(options.corpora);
  const { commit, id } = treeState(root);
  const all = stepsOf(root, corpora, `.verify/${id}/tests.json`);
  const named = chosenOf(all, options.only);
  const steps = options.sample ? sampleOf(named, commit) : named;
  const verdicts = new Verdicts(resolve(root, ".verify", `${id}.json`));
  if (options.list) {
    for (const step of steps)
      console.log(`${lineOf(step.name, verdicts.of(step))}  (${step.proves})`);
    return 0;
  }
  const isOk = await verify({
    root,
    steps,
    verdicts,
    outputDirectory: resolve(root, ".verify", id),
    again: options.again,
    say: console.log,
    signal: brokenOff(),
  });
  return isOk ? 0 : 1;
}

function brokenOff(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => controller.abort());
  return controller.signal;
}
