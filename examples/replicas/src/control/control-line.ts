import type { NodeState } from "../cluster/nodes.ts";

/** What `status` tells. */
export interface StatusShown {
  /** Where the forwarder is reached. */
  readonly url: string;
  readonly nodes: readonly NodeState[];
}

/** One line of the answer to a command; the last one is `done` or `failed`. */
export type ControlLine =
  | { readonly type: "told"; readonly text: string }
  | { readonly type: "status"; readonly status: StatusShown }
  | { readonly type: "done" }
  | { readonly type: "failed"; readonly sentence: string };
