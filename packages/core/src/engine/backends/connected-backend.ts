import type { AgentBackend } from "../../ports/agent-backend.ts";
import type { DeliveredListener } from "../../ports/delivered-listener.ts";
import type { OwnerListener } from "../../ports/owner-listener.ts";
import type { TypingListener } from "../../ports/typing-listener.ts";

/** One agent app of the gateway, with everything that it hears. */
export interface ConnectedBackend {
  /** `default` in a gateway with one agent app. */
  readonly name: string;
  readonly app: AgentBackend;
  /** `null`, as the others: it wants to hear nothing of that. */
  readonly typing: TypingListener | null;
  readonly delivered: DeliveredListener | null;
  readonly owner: OwnerListener | null;
}
