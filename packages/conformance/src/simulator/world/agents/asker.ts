import { type Gateway, Outbox, Owners } from "@parley/core";
import type { ConversationAccount } from "../../judge/delivery.ts";
import type { Input } from "../../plan/plan.ts";

/** The caller of the gateway, and the fence that it passes. */
export interface Asker {
  /** Name of an agent app; `null`: the gateway's own services are asked. */
  readonly by: string | null;
  readonly fence: number | undefined;
  readonly conversationId: string | undefined;
}

/** The caller of an input, in a run with a router. It knows the owner of this instant. */
export function askerOf(input: Input, account: ConversationAccount | undefined): Asker {
  const owner = account?.owner;
  const by = "by" in input ? (input.by ?? null) : null;
  const told = "fence" in input ? input.fence : undefined;
  return {
    by: by === "owner" ? (owner?.backend ?? null) : by,
    fence: owner === undefined || told === undefined ? undefined : fenceOf(owner.fence, told),
    conversationId: account?.id,
  };
}

/** The facts of the trace about a caller. */
export function askedBy({ by, fence, conversationId }: Asker) {
  return {
    by,
    ...(fence === undefined ? {} : { fence }),
    ...(conversationId === undefined ? {} : { conversationId }),
  };
}

export function outboxOf(gateway: Gateway, { by }: Asker): Promise<Outbox> {
  return by === null ? Promise.resolve(gateway.outbox) : gateway.get(Outbox, by);
}

export function ownersOf(gateway: Gateway, { by }: Asker): Promise<Owners> {
  return by === null ? Promise.resolve(gateway.owners) : gateway.get(Owners, by);
}

/** The first fence has none before it. */
function fenceOf(current: number, told: "current" | "old"): number {
  if (told === "current") return current;
  return current === 0 ? 1 : current - 1;
}
