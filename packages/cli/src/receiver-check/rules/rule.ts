import type { Drafts } from "../exchange/drafts.ts";
import type { ReceiverClient } from "../exchange/receiver-client.ts";
import type { Finding } from "../verdict/verdict.ts";

/** The description of a rule. */
export interface RuleRow {
  /** Stable. Each has a row in `docs/receiver-check.md`. */
  readonly id: string;
  /** What is sent, in a phrase. */
  readonly played: string;
  /** Where the contract requires it. */
  readonly contract: string;
}

/** What rules use to run. */
export interface RuleContext {
  readonly line: ReceiverClient;
  readonly drafts: Drafts;
  /** Whether the user named a visitor. The receiver may then not know other visitors. */
  readonly namedVisitor: boolean;
  /** IP address of the receiver, accepted by the address guard for the first request. */
  readonly address: string;
}

/** A rule checked after a plain message was acknowledged. */
export interface Rule extends RuleRow {
  play(bench: RuleContext): Promise<Finding>;
}
