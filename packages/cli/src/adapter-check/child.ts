import { adapterFacts } from "./adapter-facts.ts";
import { CheckFault, messageOf } from "./check-fault.ts";
import type { ChildMessage } from "./child-message.ts";
import { loadCheck } from "./load-check.ts";
import { optionRows } from "./option-rows.ts";
import { collectTests, runTests, type TestRunner } from "./run-tests.ts";

/*
 * Runs an adapter and its suites in a process of its own. `parley` may run from sources, by a condition under which
 * packages outside the repository cannot be imported; and nothing that the adapter does to its process harms `parley`.
 */
const [, , check = "", runs = ""] = process.argv;
// Without parley there is nobody to tell.
process.once("disconnect", () => process.exit());

try {
  const { adapter, suites, options } = await loadCheck(check);
  await tell({ type: "adapter", facts: await adapterFacts(adapter), options: optionRows(options) });
  if (runs === "suites") await run(suites);
} catch (error) {
  const advice = error instanceof CheckFault ? error.advice : [];
  await tell({ type: "fault", message: messageOf(error), advice });
}
// What the adapter has left running ends as well.
process.exit();

async function run(suites: (runner: TestRunner) => unknown): Promise<void> {
  const tests = await collectTests(suites);
  await tell({ type: "tests", count: tests.length });
  for await (const { path, title, failure, durationMs } of runTests(tests)) {
    const why = failure === null ? null : failure.message;
    await tell({ type: "test", test: { path, title, why, durationMs } });
  }
}

/** Resolves once the message has left: the end of the process would lose it. */
function tell(message: ChildMessage): Promise<void> {
  return new Promise((resolve) => process.send?.(message, () => resolve()));
}
