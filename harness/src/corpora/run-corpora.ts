import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Corpus } from "./corpus.ts";
import { CorpusFindings } from "./corpus-findings.ts";

/** Runs what is there; whether something was, and nothing was wrong. @param say takes lines */
export async function runCorpora(
  corpora: readonly Corpus[],
  directory: string,
  say: (line: string) => void,
): Promise<boolean> {
  let inputs = 0;
  let faults = 0;
  for (const corpus of corpora) {
    const from = performance.now();
    if (!existsSync(join(directory, corpus.name, corpus.needs))) {
      say(`${corpus.name}: not there`);
      continue;
    }
    const findings = new CorpusFindings();
    const run = await ran(corpus, join(directory, corpus.name), findings);
    if (run.inputs === 0 || run.checks === 0) findings.add(`${corpus.name}: nothing was tried`);
    inputs += run.inputs;
    faults += findings.count;
    const seconds = Math.round((performance.now() - from) / 1_000);
    const told = `${run.inputs} inputs, ${run.checks} checks, ${findings.count} faults`;
    say(`${corpus.name}: ${told}, ${seconds} s`);
  }
  if (inputs === 0) say(`no corpus is in ${directory}`);
  return inputs > 0 && faults === 0;
}

async function ran(corpus: Corpus, directory: string, findings: CorpusFindings) {
  const unexpected = (error: unknown): void =>
    findings.add(`${corpus.name}: thrown, and nobody caught it: ${String(error)}`);
  process.on("uncaughtException", unexpected).on("unhandledRejection", unexpected);
  try {
    return await corpus.run(directory, findings);
  } catch (error) {
    findings.add(`${corpus.name} broke off: ${(error as Error).stack}`);
    return { inputs: 0, checks: 0 };
  } finally {
    process.off("uncaughtException", unexpected).off("unhandledRejection", unexpected);
  }
}
