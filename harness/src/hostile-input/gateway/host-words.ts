/** How the store is made to fail. `silent`: the commit is done, and its answer lost. */
export type FaultMode = "none" | "commit-fails" | "commit-silent" | "channels-unreadable";

/** What the attack tells the gateway's process. */
export type ToHost =
  | { readonly type: "faults"; readonly mode: FaultMode }
  | { readonly type: "measure" }
  | { readonly type: "stop" };

/** What the gateway's process counted since its start. */
export interface Measures {
  readonly rssBytes: number;
  /** After a collection. */
  readonly heapBytes: number;
  /** Events that commits appended. */
  readonly appended: number;
  readonly repeated: number;
  readonly refused: number;
  /** Events that the agent app took. */
  readonly delivered: number;
  readonly storeFailures: number;
}

/** A channel of the attacked gateway, and the secret of its path. */
export interface HostChannel {
  readonly id: string;
  readonly channelSecret: string;
}

/** One of its ways in. */
export interface Way {
  readonly name: string;
  readonly port: number;
}

/** What the gateway's process tells. */
export type FromHost =
  | {
      readonly type: "ready";
      readonly ways: readonly Way[];
      readonly channels: readonly HostChannel[];
    }
  | { readonly type: "measures"; readonly measures: Measures };
