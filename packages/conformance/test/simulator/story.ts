import type {
  InboundAppend,
  Lane,
  LaneKind,
  Lease,
  LeaseBudget,
  OutboundAppend,
  Verdict,
} from "@parley/core";
import { epoch } from "../../src/simulator/world/life.ts";
import { textOf } from "../../src/simulator/world/label.ts";
import type { CallKind, Entry, Fact } from "../../src/simulator/judge/trace-entry.ts";

export const life = "n0.1";
const owner = "node-a";
const url = "https://shop.example/chat/shop";
const conversation = {
  id: "c",
  channelKey: "key-shop",
  channelId: "shop",
  visitorKey: "1",
  visitorId: "1",
  profile: { name: "Ann" },
  createdAt: epoch,
  lastMessageAt: epoch,
  owner: { backend: "default", assignee: null, fence: 0 },
};
export const budget = {
  owner,
  inbound: 9,
  outbound: 9,
  reports: 9,
  notices: 9,
  seriesPerChannel: 9,
  others: { support: { inbound: 9, reports: 9, notices: 9 } },
};

/** How a call ended, unless it was taken. */
type Outcome = Partial<Extract<Fact, { kind: "backend-end" }>>;

/** What one node was seen to do, told step by step. */
export class Story {
  readonly entries: Entry[] = [];

  tell(at: number, ...facts: readonly Fact[]): this {
    for (const fact of facts) this.entries.push({ at, local: epoch + at, life, ...fact });
    return this;
  }

  commit(at: number, changes: Partial<Extract<Fact, { kind: "commit" }>>): this {
    const nothing = { appends: [], settlements: [], states: [], leases: [] };
    const empty = { batch: nothing, result: nothing, budget, now: epoch + at };
    return this.tell(at, { kind: "commit", ...empty, ...changes });
  }

  /** A message is written, stored as `sequence`, leased when `lease` is given, and accepted. */
  writes(
    at: number,
    append: InboundAppend | OutboundAppend,
    sequence: number,
    lease?: Lease,
  ): this {
    const inputKind = append.kind === "inbound" ? "visitor" : "agent";
    const label = append.messages[0]?.match(/zq:(\w+)-qz/)?.[1] ?? "";
    const stored = { status: "stored", conversationId: "c", sequences: [sequence] } as const;
    const result = {
      appends: [{ ...stored, created: false }],
      settlements: [],
      states: [],
      leases: lease === undefined ? [] : [lease],
    };
    const answer = { accepted: true, status: 200, code: 0 };
    return this.tell(at, { kind: "asked", call: at, inputKind, label })
      .tell(at, { kind: "committing", labels: [label] })
      .commit(at, { batch: { appends: [append], settlements: [] }, result })
      .tell(at, { kind: "answered", call: at, inputKind, label, ...answer });
  }

  /** A message is stored by a commit that may grant no lease of its kind, and is leased and taken two seconds later. */
  waits(at: number, noRoom: Partial<LeaseBudget>): this {
    const stored = {
      status: "stored",
      conversationId: "c",
      sequences: [9],
      created: false,
    } as const;
    const result = { appends: [stored], settlements: [], states: [], leases: [] };
    const batch = { appends: [inbound("h9")], settlements: [] };
    const leases = [lease("inbound", 9, 30, at + 2_000)];
    return this.commit(at, { batch, result, budget: { ...budget, ...noRoom } })
      .tell(at + 2_000, { kind: "claim", now: epoch + at + 2_000, budget, leases })
      .calls(at + 2_000, 30, "receive", "c.9")
      .settles(at + 2_000, "inbound", 30, { kind: "delivered", record: null });
  }

  settles(at: number, kind: LaneKind, token: number, verdict: Verdict, leases: Lease[] = []): this {
    const lane: Lane = { kind, conversationId: "c" };
    return this.commit(at, {
      batch: { appends: [], settlements: [{ lane, token, verdict }] },
      result: { appends: [], settlements: ["settled"], states: [], leases },
    });
  }

  /** `taken`: label of a message that is taken; otherwise `m1` is refused. */
  posts(at: number, call: number, body = bodyOf("m1"), taken: string | null = null): this {
    const sent = {
      call,
      typing: false,
      messageId: `id-${taken ?? "m1"}`,
      url,
      askedAt: at,
    } as const;
    const isTaken = taken !== null;
    const end = isTaken ? "positive" : "http-status";
    return this.tell(
      at,
      { kind: "post", ...sent, body: isTaken ? bodyOf(taken) : body, end },
      { kind: "post-end", call, aborted: false, positive: isTaken },
    );
  }

  typing(at: number, call: number): this {
    const body = '{"sender":{},"recipient":{"id":1},"message":{"type":"typein","id":"t"}}';
    const sent = { call, typing: true, messageId: "t", url, body, askedAt: at } as const;
    return this.tell(at, { kind: "post", ...sent, end: "slow" });
  }

  calls(
    at: number,
    call: number,
    kind: CallKind,
    id: string,
    outcome: Outcome = {},
    mayBeRepeat = false,
  ): this {
    const visitor = kind === "receive" ? { name: "Ann", id: "1" } : null;
    return this.tell(
      at,
      { kind, call, id, conversationId: "c", visitor, mayBeRepeat, end: "taken" },
      { kind: "backend-end", call, outcome: "taken", ...outcome },
    );
  }
}

function messageOf(label: string): string {
  return JSON.stringify({ type: "text", text: textOf(label, false), id: `id-${label}` });
}

export function bodyOf(label: string): string {
  return `{"sender":{"name":"Bo"},"recipient":{"id":1},"message":${messageOf(label)}}`;
}

export function inbound(label: string): InboundAppend {
  const { channelKey, channelId, visitorKey, visitorId, profile } = conversation;
  return {
    kind: "inbound",
    channelKey,
    channelId,
    visitorKey,
    visitorId,
    profile,
    candidateId: "c",
    backend: "default",
    mayCreate: true,
    messages: [messageOf(label)],
    identity: { messageId: "i", content: label, windowMs: 60_000 },
  };
}

export function outbound(label: string): OutboundAppend {
  const messages = [messageOf(label)];
  return {
    kind: "outbound",
    conversationId: "c",
    idempotencyKey: null,
    by: null,
    sender: '{"name":"Bo"}',
    messages,
  };
}

/** `begunAt`: when the series began. */
export function lease(
  kind: LaneKind,
  sequence: number,
  token: number,
  begunAt: number,
  attempt = 1,
): Lease {
  const head = { sequence, messageSequence: sequence, message: "{}", sender: null };
  const until = epoch + begunAt + (kind === "outbound" ? 3_000 * attempt + 1_000 : 11_000);
  return {
    lane: { kind, conversationId: "c" },
    head: { ...head, recipientId: null, acceptedAt: epoch },
    startedAt: epoch + begunAt,
    conversation,
    memo: null,
    backend: "default",
    isOwnerChange: false,
    pausedSince: null,
    token,
    attempt,
    until,
  };
}

/** A visitor is heard, an agent's answer is refused three times and reported, the node stops in order. */
export function soundStory(): Story {
  const failed = { reason: "http-status" } as const;
  const retry = (due: number): Verdict => ({ kind: "retry", due: epoch + due, memo: null });
  const about = { deliveryId: "c.2", conversationId: "c", channelId: "shop", sequence: 2 };
  const when = { direction: "outbound", ...failed, failedAt: epoch + 11_010 };
  const report = JSON.stringify({ ...about, ...when });
  const claim = (at: number, token: number, attempt: number): Fact => {
    const leases = [lease("outbound", 2, token, 2_010, attempt)];
    return { kind: "claim", now: epoch + at, budget, leases };
  };
  return new Story()
    .tell(0, { kind: "life", event: "starting", ms: 0 }, { kind: "life", event: "started", ms: 0 })
    .writes(2_000, inbound("h1"), 1, lease("inbound", 1, 1, 2_000))
    .calls(2_000, 1, "receive", "c.1")
    .settles(2_000, "inbound", 1, { kind: "delivered", record: null })
    .writes(2_010, outbound("m1"), 2, lease("outbound", 2, 2, 2_010))
    .posts(2_010, 2)
    .settles(2_010, "outbound", 2, retry(5_010))
    .tell(5_010, claim(5_010, 3, 2))
    .posts(5_010, 3)
    .settles(5_010, "outbound", 3, retry(8_010))
    .tell(8_010, claim(8_010, 4, 3))
    .posts(8_010, 4)
    .settles(8_010, "outbound", 4, retry(11_010))
    .tell(11_010, claim(11_010, 5, 4))
    .settles(11_010, "outbound", 5, { kind: "failed", failure: failed, report, record: null }, [
      lease("reports", 3, 6, 11_010),
    ])
    .calls(11_010, 5, "report", "c.2")
    .settles(11_010, "reports", 6, { kind: "delivered", record: null });
}

/** The end of every story: the node stops, and the store says what it holds. */
export function ended(story: Story): Story {
  const states = ["delivered", "failed"] as const;
  const messages = states.map((state, index) => ({ sequence: index + 1, state }));
  const at = 30_000;
  return story
    .tell(at, { kind: "life", event: "stopping", ms: 0 })
    .tell(at, { kind: "release", now: epoch + at, owner, scope: "own", dead: [] })
    .tell(at, { kind: "life", event: "stopped", ms: 0 })
    .tell(at, { kind: "held", conversationId: "c", messages });
}
