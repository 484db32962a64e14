import type { Run } from "./run.ts";

/** Whether somebody on the node of this process listens for delivered messages. */
export function isListening({ plan }: Run, life: string): boolean {
  const node = Number(/^n(\d+)\./.exec(life)?.[1]);
  return plan.notices?.nodes.includes(node) ?? false;
}
