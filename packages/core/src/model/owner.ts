/** Which agent app answers a conversation. Changed only by a transition. */
export interface Owner {
  /** Name of the backend; `null`: nobody's. The next event of the visitor chooses one. */
  readonly backend: string | null;
  /** Who answers within the backend. Opaque to core; `null`: nobody in particular. */
  readonly assignee: string | null;
  /**
   * Counts the changes of `backend`; one that is given up while an event waits is given to nobody, and then to another
   * one. What was written under an earlier fence is refused.
   */
  readonly fence: number;
}

/** Whose a conversation is to be. */
export type NewOwner = Pick<Owner, "backend" | "assignee">;

/** One change of a conversation's owner, as its history keeps it. */
export interface OwnerChange {
  /** Epoch milliseconds. */
  readonly at: number;
  /** What happened: 1 to 40 lower-case letters, digits and hyphens, such as `assigned` or `fail-over`. */
  readonly name: string;
  readonly from: NewOwner;
  readonly to: NewOwner;
  /** The fence after it. */
  readonly fence: number;
  /** Who changed it: a backend, an operator, the gateway. At most 255 characters. */
  readonly by: string;
  /** At most 1,000 characters; `null`: nothing was said. */
  readonly why: string | null;
}

/** A change as it is stored, as JSON, on the lanes of the backends that hear of it. */
export interface StoredOwnerChange extends OwnerChange {
  readonly conversationId: string;
  readonly channelId: string;
  /** Events of the visitor with this sequence or a lower one were accepted before the change. */
  readonly lastSequence: number;
}
