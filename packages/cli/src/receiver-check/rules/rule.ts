import type { Drafts } from "../exchange/drafts.ts";
import type { ReceiverClient } from "../exchange/receiver-client.ts";
import type { Finding } from "../verdict/verdict.ts";

/** What a rule is about. */
export interface RuleRow {
  /** Stable; one row each in `docs/receiver-check.md`. */
  readonly id: string;
  /** What is played, in a phrase. */
  readonly played: string;
  /** Where the contract speaks of it. */
  readonly contract: string;
}

/** What rules work with. */
export interface RuleContext {
  readonly line: ReceiverClient;
  readonly drafts: Drafts;
  /** Whether the visitor was named by the person who checks: other visitors may then be unknown to the receiver. */
  readonly namedVisitor: boolean;
  /** IP address of the receiver, which the address guard let the first request connect to. */
  readonly address: string;
}

/** One rule that is played after a plain message was acknowledged. */
export interface Rule extends RuleRow {
  play(bench: RuleContext): Promise<Finding>;
}
