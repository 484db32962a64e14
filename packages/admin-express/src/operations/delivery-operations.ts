import { type DeadLetters, type Deliveries, type DeliveryQuery, refuse } from "@parley/core";
import {
  Accepted,
  DeadLetterList,
  DeliveryList,
  DeliveryListQuery,
  DeliveryView,
  RetryAccepted,
} from "../api/delivery.ts";
import { PageQuery } from "../api/page.ts";
import { done, json, type Operation, operation, refused } from "../operation.ts";
import { readPage } from "../http/page-request.ts";

/** The ports that delivery operations call. */
export interface DeliveryPorts {
  readonly deliveries: Deliveries;
  readonly deadLetters: DeadLetters;
}

const tag = "deliveries";

/** `/deliveries` and `/dead-letters`. */
export function deliveryOperations({
  deliveries,
  deadLetters,
}: DeliveryPorts): readonly Operation[] {
  return [
    operation({
      id: "listDeliveries",
      method: "GET",
      path: "/deliveries",
      tag,
      summary: "Deliveries that wait or have failed, or those of one conversation, newest first.",
      query: DeliveryListQuery,
      answer: json(200, "A page of deliveries.", DeliveryList),
      handle: async ({ query }) => {
        const wanted = deliveryQueryOf(query);
        if (wanted === null) return refused(refuse("invalidRequest", { detail: eitherOr }));
        const page = await readPage("deliveries", query, (part) => deliveries.list(wanted, part));
        return page.done ? done({ deliveries: page.value.items, next: page.value.next }) : page;
      },
    }),
    operation({
      id: "showDelivery",
      method: "GET",
      path: "/deliveries/:id",
      tag,
      summary: "One delivery with its attempts.",
      answer: json(200, "The delivery.", DeliveryView),
      refusals: ["unknownDelivery"],
      handle: async ({ params }) => {
        const delivery = await deliveries.find(params["id"] ?? "");
        return delivery === null ? refused(refuse("unknownDelivery")) : done(delivery);
      },
    }),
    operation({
      id: "retryDelivery",
      method: "POST",
      path: "/deliveries/:id/retry",
      tag,
      summary:
        "Sends a failed message again, at the end of its lane. Repeating the request changes nothing.",
      answer: json(202, "The new delivery.", RetryAccepted),
      refusals: ["unknownDelivery", "notFailed", "channelRemoved", "laneFull", "overloaded"],
      change: { event: "a delivery was retried" },
      handle: async ({ params }) => {
        const answer = await deliveries.retry(params["id"] ?? "");
        return answer.done ? done({ deliveryId: answer.deliveryId }) : refused(answer.refusal);
      },
    }),
    operation({
      id: "listDeadLetters",
      method: "GET",
      path: "/dead-letters",
      tag,
      summary: "Visitors' messages that the agent app cannot process, newest first.",
      query: PageQuery,
      answer: json(200, "A page of dead letters.", DeadLetterList),
      handle: async ({ query }) => {
        const page = await readPage("dead-letters", query, (part) => deadLetters.list(part));
        return page.done ? done({ deadLetters: page.value.items, next: page.value.next }) : page;
      },
    }),
    operation({
      id: "redeliverDeadLetter",
      method: "POST",
      path: "/dead-letters/:conversationId/:sequence/redeliver",
      tag,
      summary: "Offers a dead letter to the agent app again, at the end of its lane.",
      answer: json(202, "It waits in its lane.", Accepted),
      refusals: ["unknownMessage"],
      change: { event: "a dead letter was redelivered" },
      handle: async ({ params }) => {
        const sequence = readSequence(params["sequence"] ?? "");
        const conversationId = params["conversationId"] ?? "";
        const redelivered =
          sequence !== null && (await deadLetters.redeliver(conversationId, sequence));
        return redelivered ? done({ result: "ok" as const }) : refused(refuse("unknownMessage"));
      },
    }),
  ];
}

const eitherOr = "Pass either conversation alone, or state, optionally with kind and channel";

function deliveryQueryOf(query: DeliveryListQuery): DeliveryQuery | null {
  const { state, kind, channel, conversation } = query;
  if (conversation !== undefined) {
    const alone = state === undefined && kind === undefined && channel === undefined;
    return alone ? { conversationId: conversation } : null;
  }
  if (state === undefined) return null;
  return {
    state,
    ...(kind !== undefined && { kind }),
    ...(channel !== undefined && { channelId: channel }),
  };
}

function readSequence(text: string): number | null {
  const sequence = /^[1-9]\d*$/.test(text) ? Number(text) : null;
  return sequence !== null && Number.isSafeInteger(sequence) ? sequence : null;
}
