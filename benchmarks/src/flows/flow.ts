/** One direction through a stack. */
export interface Flow {
  /** Name in the tables. */
  readonly name: string;
  /** Name of the stack's module in `stacks/`. */
  readonly stack: string;
  readonly options: object;
  /** `in`: visitors' messages to the agent's side; `out`: agents' messages to the channel. */
  readonly direction: "in" | "out";
  /**
   * `delivered`: until every message has reached the receiver. `accepted`: until every message has its 200. A stack
   * that stores them holds its deliveries back meanwhile.
   */
  readonly until: "delivered" | "accepted";
  /** Whether each writer's messages must arrive in order. */
  readonly ordered: boolean;
  /** Default 64. */
  readonly connections?: number;
  /** Another checkout of Parley, from which the stack is started. Default: this one. */
  readonly checkout?: string;
  /** Flags of Node for the stack. Default: none of its own. */
  readonly flags?: readonly string[];
}
