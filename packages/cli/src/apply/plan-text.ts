import type { CommandContext } from "../command-context.ts";
import { codesText } from "../input/knobs.ts";
import { printLine, printNotice } from "../output/print-line.ts";
import type { TextStyle } from "../output/style.ts";
import type { Change, FieldChange, Plan, Value } from "./plan.ts";

const signs = { add: "+", change: "~", remove: "-" } as const;
const looks = { add: "good", change: "doubtful", remove: "bad" } as const satisfies Record<
  Change["change"],
  TextStyle
>;

/** Prints the planned changes line by line, and a summary. */
export function printPlan(context: CommandContext, plan: Plan): void {
  for (const { channel, change, fields } of plan.changes) {
    printLine(context, { text: `${signs[change]} ${channel}`, look: looks[change] });
    for (const field of fields) printLine(context, `    ${fieldText(field)}`);
  }
  printLine(context, summaryOf(plan));
  if (plan.extra.length > 0) {
    printNotice(
      context,
      `Not in the file, and left as they are: ${plan.extra.join(", ")} (--prune removes them).`,
    );
  }
}

/** `1 to add, 2 to change, 0 to remove, 5 unchanged` */
export function summaryOf({ changes, unchanged }: Plan): string {
  const count = (change: Change["change"]) => changes.filter((one) => one.change === change).length;
  return `${count("add")} to add, ${count("change")} to change, ${count("remove")} to remove, ${unchanged.length} unchanged`;
}

function fieldText({ name, from, to }: FieldChange): string {
  return from === null
    ? `${name}: ${valueText(to)}`
    : `${name}: ${valueText(from)} → ${valueText(to)}`;
}

function valueText(value: Value): string {
  return typeof value === "object" ? codesText(value) : String(value);
}
