import type { Delivery } from "../../model/attempt.ts";
import type { Deliveries, RetryAnswer } from "../../ports/services/deliveries.ts";
import type { Page, PageRequest } from "../../ports/stores/conversation-store.ts";
import type { Backlog, DeliveryQuery, LaneBacklog } from "../../ports/stores/delivery-store.ts";
import type { BackendLaneKind } from "../../model/lane.ts";
import { refuse } from "../../protocol/refusals.ts";
import { storeRefusal } from "../commit/store-refusal.ts";
import type { ReadingScope } from "./reading-scope.ts";

const none: LaneBacklog = { lanes: 0, waiting: 0, oldestAcceptedAt: null };

/** The deliveries of conversations that one agent app may read. It sends again in its own alone. */
export class ScopedDeliveries implements Deliveries {
  readonly #all: Deliveries;
  readonly #scope: ReadingScope;

  /** `all`: its retries send as this agent app */
  constructor(all: Deliveries, scope: ReadingScope) {
    this.#all = all;
    this.#scope = scope;
  }

  list(query: DeliveryQuery, page: PageRequest): Promise<Page<Delivery>> {
    return this.#scope.pageOf((request) => this.#all.list(query, request), page);
  }

  async find(id: string): Promise<Delivery | null> {
    const delivery = await this.#all.find(id);
    if (delivery === null) return null;
    return (await this.#scope.find(delivery.conversationId)) === null ? null : delivery;
  }

  async retry(id: string): Promise<RetryAnswer> {
    try {
      const delivery = await this.find(id);
      if (delivery === null) return { done: false, refusal: refuse("unknownDelivery") };
      if (!(await this.#scope.owns(delivery.conversationId)))
        return { done: false, refusal: refuse("notOwner") };
    } catch (error) {
      return { done: false, refusal: storeRefusal(error) };
    }
    return this.#all.retry(id);
  }

  /** Of its own lanes. Outbound ones belong to no agent app, so that they are left out. */
  async backlog(): Promise<Backlog> {
    const { backends } = await this.#all.backlog();
    const own = Object.entries(backends).filter(([name]) => this.#scope.own.includes(name));
    const of = (kind: BackendLaneKind) => own.map(([, lanes]) => lanes[kind]).reduce(sumOf, none);
    const lanes = { inbound: of("inbound"), reports: of("reports"), notices: of("notices") };
    return { ...lanes, outbound: none, backends: Object.fromEntries(own) };
  }
}

function sumOf(a: LaneBacklog, b: LaneBacklog): LaneBacklog {
  const instants = [a.oldestAcceptedAt, b.oldestAcceptedAt].filter((instant) => instant !== null);
  return {
    lanes: a.lanes + b.lanes,
    waiting: a.waiting + b.waiting,
    oldestAcceptedAt: instants.length === 0 ? null : Math.min(...instants),
  };
}
