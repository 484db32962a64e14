import { type BackendLaneKind, isMessageKind, laneKinds } from "../model/lane.ts";
import type { Page, PageRequest } from "../ports/stores/conversation-store.ts";
import type {
  Backlog,
  DeliveryQuery,
  DeliveryStore,
  LaneBacklog,
  SentMessage,
  StoredDelivery,
} from "../ports/stores/delivery-store.ts";
import type { MemoryData } from "./data.ts";
import type { ConversationRow, DeliveryRow, LaneRow } from "./rows.ts";
import { pageOf } from "./page.ts";

const headsRead = 1_000;

interface Found {
  readonly conversation: ConversationRow;
  readonly delivery: DeliveryRow;
}

/** The reference `DeliveryStore`. */
export class MemoryDeliveryStore implements DeliveryStore {
  readonly #data: MemoryData;

  constructor(data: MemoryData) {
    this.#data = data;
  }

  async deliveries(query: DeliveryQuery, request: PageRequest): Promise<Page<StoredDelivery>> {
    const positionOf = positionIn(query);
    const found = this.#found(query).sort((a, b) => descending(positionOf(a), positionOf(b)));
    const page = pageOf(found, request, positionOf);
    return { items: page.items.map(storedDelivery), next: page.next };
  }

  async delivery(conversationId: string, sequence: number): Promise<StoredDelivery | null> {
    const conversation = this.#data.conversations.get(conversationId);
    const delivery = conversation?.deliveries.get(sequence);
    if (conversation === undefined || delivery === undefined || !isMessageKind(delivery.kind))
      return null;
    return storedDelivery({ conversation, delivery });
  }

  async sentMessage(conversationId: string, sequence: number): Promise<SentMessage | null> {
    const conversation = this.#data.conversations.get(conversationId);
    const newest = conversation?.newest.get(sequence);
    if (conversation === undefined || newest?.kind !== "outbound") return null;
    const { state } = newest;
    for (const [key, { sequences }] of conversation.idempotency)
      if (sequences.includes(sequence))
        return { key, part: sequences.indexOf(sequence) + 1, parts: sequences.length, state };
    return { key: null, part: 1, parts: 1, state };
  }

  async backlog(): Promise<Backlog> {
    const lanes = [...this.#data.lanes].sort((a, b) => (a.due ?? 0) - (b.due ?? 0));
    const names = new Set(lanes.flatMap(({ backend }) => backend ?? []));
    const backends = [...names].map((name) => {
      const own = lanes.filter(({ backend }) => backend === name);
      return [name, backlogOf(own)] as const;
    });
    const outbound = lengthOf(lanes.filter(({ kind }) => kind === "outbound"));
    return { ...backlogOf(lanes), outbound, backends: Object.fromEntries(backends) };
  }

  #found(query: DeliveryQuery): Found[] {
    if ("conversationId" in query) {
      const conversation = this.#data.conversations.get(query.conversationId);
      return conversation === undefined ? [] : deliveriesOf(conversation);
    }
    const conversations = [...this.#data.conversations.values()].filter(
      ({ current }) => query.channelId === undefined || current.channelId === query.channelId,
    );
    return conversations
      .flatMap(deliveriesOf)
      .filter((found) => query.kind === undefined || found.delivery.kind === query.kind)
      .filter((found) => found.delivery.state === query.state && !isSuperseded(found));
  }
}

function backlogOf(lanes: readonly LaneRow[]): Record<BackendLaneKind, LaneBacklog> {
  const of = (wanted: BackendLaneKind) => lengthOf(lanes.filter(({ kind }) => kind === wanted));
  return { inbound: of("inbound"), reports: of("reports"), notices: of("notices") };
}

function lengthOf(lanes: readonly LaneRow[]): LaneBacklog {
  const due = lanes.filter((lane) => lane.due !== null).slice(0, headsRead);
  const accepted = due.flatMap(({ queue }) => queue[0]?.acceptedAt ?? []);
  return {
    lanes: lanes.length,
    waiting: lanes.reduce((sum, { queue }) => sum + queue.length, 0),
    oldestAcceptedAt: accepted.length === 0 ? null : Math.min(...accepted),
  };
}

function deliveriesOf(conversation: ConversationRow): Found[] {
  return [...conversation.deliveries.values()]
    .filter(({ kind }) => isMessageKind(kind))
    .map((delivery) => ({ conversation, delivery }));
}

function isSuperseded({ conversation, delivery }: Found): boolean {
  return conversation.newest.get(delivery.messageSequence) !== delivery;
}

function positionIn(query: DeliveryQuery): (found: Found) => readonly number[] {
  if ("conversationId" in query) return ({ delivery }) => [delivery.sequence];
  return query.state === "failed"
    ? ({ conversation, delivery }) => [
        delivery.acceptedAt,
        conversation.number,
        delivery.messageSequence,
      ]
    : ({ conversation, delivery }) => [
        conversation.number,
        laneKinds.indexOf(delivery.kind),
        delivery.sequence,
      ];
}

function descending(left: readonly number[], right: readonly number[]): number {
  const at = left.findIndex((value, index) => value !== right[index]);
  return at < 0 ? 0 : (right[at] ?? 0) - (left[at] ?? 0);
}

function storedDelivery({ conversation, delivery }: Found): StoredDelivery {
  const { sequence, messageSequence, state, failure, acceptedAt } = delivery;
  const head =
    [...conversation.lanes].find(
      ({ queue, ownerChange }) => ownerChange === null && queue[0] === delivery,
    ) ?? null;
  return {
    conversationId: conversation.current.id,
    channelId: conversation.current.channelId,
    sequence,
    messageSequence,
    kind: delivery.kind === "outbound" ? "outbound" : "inbound",
    state,
    failure,
    acceptedAt,
    attempt: head?.attempt ?? 0,
    due: head === null || head.lease !== null ? null : head.due,
    record: head === null ? delivery.record : head.memo,
  };
}
