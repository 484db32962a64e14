import { type OwnedConversations, type Owners, type Refusal, refuse } from "@parley/core";
import { OwnerChanged, OwnerCounts, OwnerHistory, OwnerRequest } from "../api/owner.ts";
import { PageQuery } from "../api/page.ts";
import { readPage } from "../http/page-request.ts";
import { done, json, type Operation, operation, refused } from "../operation.ts";
import { noConversation } from "./conversation-operations.ts";

/** The ports that operations about owners call. */
export interface OwnerPorts {
  readonly owners: Owners;
  readonly ownedConversations: OwnedConversations;
  /** Names of the agent apps. */
  readonly backends: readonly string[];
}

const tag = "owners";

/** `/owners` and `/conversations/:id/owner`. */
export function ownerOperations(ports: OwnerPorts): readonly Operation[] {
  const { owners, ownedConversations } = ports;
  return [
    operation({
      id: "countOwners",
      method: "GET",
      path: "/owners",
      tag,
      summary: "Number of conversations of each agent app and assignee.",
      answer: json(200, "The counts.", OwnerCounts),
      handle: async () => {
        const counts = await ownedConversations.counts();
        return done({ owners: counts.toSorted(byName) });
      },
    }),
    operation({
      id: "showOwner",
      method: "GET",
      path: "/conversations/:id/owner",
      tag,
      summary: "Owner of one conversation, and its changes, newest first.",
      query: PageQuery,
      answer: json(200, "The owner, and a page of changes.", OwnerHistory),
      refusals: ["unknownConversation"],
      handle: async ({ params, query }) => {
        const id = params["id"] ?? "";
        const owner = await owners.find(id);
        if (owner === null) return refused(noConversation);
        const page = await readPage(`owner ${id}`, query, (part) => owners.history(id, part));
        if (!page.done) return page;
        return done({ owner, changes: page.value.items, next: page.value.next });
      },
    }),
    operation({
      id: "changeOwner",
      method: "POST",
      path: "/conversations/:id/owner",
      tag,
      summary: "Gives one conversation to an agent app, if its owner still has this fence.",
      body: { schema: OwnerRequest, required: true, judge: "schema" },
      answer: json(200, "The owner now.", OwnerChanged),
      refusals: ["unknownConversation", "unknownBackend", "conflict", "earlierNode", "overloaded"],
      change: {
        event: "a conversation changed its owner",
        fields: (_, { owner }) => ({ backend: owner.backend ?? "nobody", fence: owner.fence }),
      },
      handle: ({ params, body }) => change(ports, params["id"] ?? "", body),
    }),
  ];
}

async function change(
  { owners, backends }: OwnerPorts,
  conversationId: string,
  { fence, to: { backend, assignee = null }, why = null }: OwnerRequest,
) {
  if (backend === null && assignee !== null) return refused(noAssignee);
  const answer = await owners.transition({
    conversationId,
    fence,
    to: { backend, assignee },
    name: "assigned",
    by: "admin API",
    why,
  });
  if (answer.done) return done({ owner: answer.owner });
  return refused(await inWords(answer.refusal, () => owners.find(conversationId), backends));
}

const noAssignee = refuse("invalidRequest", {
  field: "to",
  detail: "A conversation of nobody has no assignee",
});

/** Says in the refusal what the operator needs for the next try. */
async function inWords(
  refusal: Refusal,
  find: () => ReturnType<Owners["find"]>,
  backends: readonly string[],
): Promise<Refusal> {
  const { code } = refusal;
  if (code === noConversation.code) return noConversation;
  if (code === refuse("unknownBackend").code)
    return refuse("unknownBackend", {
      detail: `There is no such agent app on this gateway. There are: ${backends.join(", ")}`,
    });
  if (code === refuse("conflict").code) {
    const owner = await find();
    if (owner === null) return noConversation;
    const detail = `The owner has changed since then: its fence is ${owner.fence}`;
    return refuse("conflict", { field: "fence", detail });
  }
  // The table's words are about a message.
  if (code === refuse("overloaded").code)
    return {
      ...refusal,
      message: "The gateway is overloaded or shutting down. Nothing was changed.",
    };
  if (code === refuse("storeUnavailable").code)
    return {
      ...refusal,
      message:
        "The store is not available at the moment. It is unknown whether anything was changed.",
    };
  return refusal;
}

type Count = Awaited<ReturnType<OwnedConversations["counts"]>>[number];

function byName(one: Count, other: Count): number {
  return compare(one.backend, other.backend) || compare(one.assignee, other.assignee);
}

/** `null` is last. */
function compare(one: string | null, other: string | null): number {
  if (one === other) return 0;
  if (one === null || other === null) return one === null ? 1 : -1;
  return one < other ? -1 : 1;
}
