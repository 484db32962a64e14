import { type Check, entriesOf, type Run } from "../../run.ts";

/** A gateway that cannot start would break no other promise. */
export const starts: Check = {
  name: "starts",
  promise: "Once all faults are off, every node runs.",
  find: (run) => {
    const closing = entriesOf(run, "life").find(({ event }) => event === "closing");
    return closing === undefined ? [] : absent(run, closing.at);
  },
};

/** Nodes that were not stopped at the end, because they were not running. */
function absent(run: Run, closedAt: number): string[] {
  const stopped = new Set(
    entriesOf(run, "life").flatMap(({ event, at, life }) =>
      event === "stopped" && at >= closedAt ? [life.split(".")[0]] : [],
    ),
  );
  return Array.from({ length: run.plan.nodes }, (_, index) => `n${index}`)
    .filter((node) => !stopped.has(node))
    .map((node) => `${node} was not running at the end`);
}
