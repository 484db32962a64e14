import type { NodeState } from "../cluster/nodes.ts";

/** The answer to `status`. */
export interface StatusShown {
  /** Address of the forwarder. */
  readonly url: string;
  readonly nodes: readonly NodeState[];
}

/** One line of the answer to a command; the last one is `done` or `failed`. */
export type ControlLine =
  | { readonly type: "told"; readonly text: string }
  | { readonly type: "status"; readonly status: StatusShown }
  | { readonly type: "done" }
  | { readonly type: "failed"; readonly sentence: string };
