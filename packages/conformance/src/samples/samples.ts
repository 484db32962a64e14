import type {
  ResendAppend,
  Channel,
  InboundAppend,
  LeaseBudget,
  MessageIdentity,
  OutboundAppend,
  Verdict,
} from "@parley/core";

/** One text message of visitor `1` on channel `shop`, not looked for as a repeat. */
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
    sender: '{"name":"Ada"}',
    messages: [aText("good day")],
    ...changes,
  };
}

/** An agent's message once more, or with `inbound` a dead letter. */
export function aResendAppend(
  conversationId: string,
  sequence: number,
  direction: ResendAppend["direction"] = "outbound",
): ResendAppend {
  return { kind: "again", conversationId, sequence, direction };
}

/** JSON text of a wire `message`. */
export function aText(text: string): string {
  return JSON.stringify({ type: "text", text });
}

/** Room for a hundred leases of each kind, and for a hundred series on one channel. */
export function aBudget(changes: Partial<LeaseBudget> = {}): LeaseBudget {
  return {
    owner: "node-a",
    inbound: 100,
    outbound: 100,
    reports: 100,
    seriesPerChannel: 100,
    ...changes,
  };
}

/** No room for any lease: what is appended stays due. */
export const noLeases = { inbound: 0, outbound: 0, reports: 0 } as const;

/** A message id and a content, told apart by their names, for the window of ruling 11. */
export function anIdentity(messageId: string, content: string, windowMs = 60_000): MessageIdentity {
  return { messageId: hex(messageId), content: hex(content), windowMs };
}

export const delivered: Verdict = { kind: "delivered", record: null };

export function failed(report: string | null = null, record: string | null = null): Verdict {
  return { kind: "failed", failure: { reason: "timeout" }, report, record };
}

export function retryAt(due: number, memo: string | null = null): Verdict {
  return { kind: "retry", due, memo };
}

/** Of a lease under which nothing was done; `due` is not looked at. */
export function unusedAt(due: number, memo: string | null = null): Verdict {
  return { kind: "retry", due, memo, isUnused: true };
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

/** Looks like a digest, and is one for every purpose of a store: equal names are equal, others are not. */
function hex(name: string): string {
  return Buffer.from(name).toString("hex").padEnd(64, "0");
}
