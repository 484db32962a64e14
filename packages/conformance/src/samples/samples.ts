import {
  type BackendPause,
  defaultBackend,
  type ResendAppend,
  type Channel,
  type CallFacts,
  type InboundAppend,
  type LaneKind,
  type LeaseBudget,
  type MessageIdentity,
  type OutboundAppend,
  type OwnerAppend,
  type Verdict,
} from "@parley/core";

/** A text message of visitor `1` on channel `shop`, without an identity. */
export function anInboundAppend(changes: Partial<InboundAppend> = {}): InboundAppend {
  const visitorKey = changes.visitorKey ?? "1";
  const channelKey = changes.channelKey ?? "shop-key";
  return {
    kind: "inbound",
    channelKey,
    channelId: "shop",
    visitorKey,
    visitorId: JSON.stringify(visitorKey),
    candidateId: `${channelKey}-${visitorKey}`,
    backend: defaultBackend,
    mayCreate: true,
    profile: {},
    messages: [aText("hello")],
    identity: null,
    ...changes,
  };
}

/** One text message of an agent, without an idempotency key. */
export function anOutboundAppend(
  conversationId: string,
  changes: Partial<OutboundAppend> = {},
): OutboundAppend {
  return {
    kind: "outbound",
    conversationId,
    idempotencyKey: null,
    by: null,
    sender: '{"name":"Ada"}',
    messages: [aText("good day")],
    ...changes,
  };
}

/** A resend of an agent's message, or with `inbound` of a dead letter. */
export function aResendAppend(
  conversationId: string,
  sequence: number,
  direction: ResendAppend["direction"] = "outbound",
): ResendAppend {
  return {
    kind: "again",
    conversationId,
    sequence,
    direction,
    by: null,
    backend: defaultBackend,
  };
}

/** A change of owner under the first fence, of which no backend is told. */
export function anOwnerAppend(
  conversationId: string,
  to: OwnerAppend["to"],
  changes: Partial<OwnerAppend> = {},
): OwnerAppend {
  return {
    kind: "owner",
    conversationId,
    fence: 0,
    to,
    ifWaiting: defaultBackend,
    name: "assigned",
    by: "operator",
    why: null,
    tellsNew: false,
    tellsOld: false,
    ...changes,
  };
}

/** JSON text of a wire `message`. */
export function aText(text: string): string {
  return JSON.stringify({ type: "text", text });
}

/** A budget of a hundred leases of each kind, and a hundred series per channel. */
export function aBudget(changes: Partial<LeaseBudget> = {}): LeaseBudget {
  return {
    owner: "node-a",
    inbound: 100,
    outbound: 100,
    reports: 100,
    notices: 100,
    seriesPerChannel: 100,
    ...changes,
  };
}

/** A budget without leases, so that appended messages stay due. */
export const noLeases = { inbound: 0, outbound: 0, reports: 0, notices: 0 } as const;

/** An identity for the window of ruling 11. Different names give different digests. */
export function anIdentity(messageId: string, content: string, windowMs = 60_000): MessageIdentity {
  return { messageId: hex(messageId), content: hex(content), windowMs };
}

export const delivered: Verdict = { kind: "delivered", record: null };

/** A delivery that a notice tells. `notice`: its JSON text. */
export function deliveredWith(notice: string): Verdict {
  return { kind: "delivered", record: null, notice };
}

export function failed(report: string | null = null, record: string | null = null): Verdict {
  return { kind: "failed", failure: { reason: "timeout" }, report, record };
}

export function retryAt(due: number, memo: string | null = null): Verdict {
  return { kind: "retry", due, memo };
}

/** The verdict on an unused lease. Stores ignore `due`. */
export function unusedAt(due: number, memo: string | null = null): Verdict {
  return { kind: "retry", due, memo, isUnused: true };
}

/** A pause of `forMs` that the backend asked for at `now`. `since`: when the head's first pause began. */
export function pausedAt(
  now: number,
  forMs: number,
  { since = now, memo = null }: { readonly since?: number; readonly memo?: string | null } = {},
): Verdict {
  return { kind: "retry", due: now + forMs, memo, pause: { since, forMs } };
}

/** The first pause that a backend asked for. */
export function aBackendPause(changes: Partial<BackendPause> = {}): BackendPause {
  const since = 1_700_000_000_000;
  return {
    backend: defaultBackend,
    revision: 1,
    since,
    until: since + 30_000,
    readyAt: null,
    ...changes,
  };
}

/** The first revision of a live channel. */
export function aChannel(changes: Partial<Channel> = {}): Channel {
  return {
    id: "shop",
    key: "shop-key",
    secrets: [{ digest: hex("secret"), expiresAt: null }],
    chatApiUrl: "https://shop.example/chat",
    knobs: {
      overflow: "truncate",
      media: "strict",
      dedupe: "window",
      transfer: "content-length",
      acknowledge: "result-ok",
      failureShape: "final",
      typing: "on",
      hiddenErrorCodes: [],
    },
    signingKeys: [],
    createdAt: 1_700_000_000_000,
    revision: 1,
    ...changes,
  };
}

/** A fake digest: equal for equal names, different for others. */
function hex(name: string): string {
  return Buffer.from(name).toString("hex").padEnd(64, "0");
}

/** The first call of a plugin for an event on this lane of a conversation. */
export function handledFirst(conversationId = "c", kind: LaneKind = "inbound"): CallFacts {
  return { turn: { conversationId, kind, token: 1 }, mayBeRepeat: false };
}
