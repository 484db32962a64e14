import assert from "node:assert/strict";
import type {
  Append,
  AppendResult,
  Lease,
  Owner,
  OwnerAppend,
  SendingBackend,
  StoredOwnerChange,
} from "@parley/core";

/** The model of one conversation. */
interface OwnedConversation {
  owner: Owner;
  /** The fence of a change that waits to be told to the owner; `null`: none. */
  told: number | null;
  /** Sequences of what waits for the owner, in order. */
  readonly inbound: number[];
  /** What waits for the visitor, in order, with the backend that sent it. */
  readonly outbound: { readonly sequence: number; readonly sender: string | null }[];
}

type Stored = Extract<AppendResult, { readonly sequences: unknown }>;

/** A model of the owners of conversations, and of what waits in them. */
export class OwnerMemory {
  readonly #conversations = new Map<string, OwnedConversation>();

  /** Messages that wait. */
  get waiting(): number {
    const all = [...this.#conversations.values()];
    return all.reduce((sum, { inbound, outbound }) => sum + inbound.length + outbound.length, 0);
  }

  /** @returns whether the conversation got another backend, so that its inbound lane starts anew */
  appended(append: Append, result: AppendResult): boolean {
    // Retention may have deleted it.
    if (result.status === "refused" && result.refusal === "unknown-conversation") return false;
    if (append.kind === "owner") return this.#changed(append, result);
    if (append.kind !== "inbound") this.#checkSender(append.conversationId, append.by, result);
    if (result.status !== "stored") return false;
    if (append.kind === "inbound" && result.created)
      this.#conversations.set(result.conversationId, {
        owner: { backend: append.backend, assignee: null, fence: 0 },
        told: null,
        inbound: [],
        outbound: [],
      });
    const known = this.#of(result.conversationId);
    if (append.kind === "outbound" || (append.kind === "again" && append.direction === "outbound"))
      send(known, result);
    else receive(known, append.backend, result);
    return false;
  }

  /** The head of a lease was settled for good. */
  ended({ lane, head, isOwnerChange }: Lease): void {
    const known = this.#of(lane.conversationId);
    if (isOwnerChange) known.told = null;
    else if (lane.kind === "inbound")
      assert.equal(known.inbound.shift(), head.sequence, "events end once, in order");
    else if (lane.kind === "outbound")
      assert.equal(known.outbound.shift()?.sequence, head.sequence, "messages end once, in order");
  }

  leased({ lane, head, backend, isOwnerChange, conversation }: Lease): void {
    const { owner, told, inbound, outbound } = this.#of(lane.conversationId);
    assert.deepEqual(conversation.owner, owner, "a lease shows the owner as it is");
    assert.equal(isOwnerChange, lane.kind === "inbound" && told !== null, "a change comes first");
    if (lane.kind === "outbound") {
      assert.equal(head.sequence, outbound[0]?.sequence, "the head is the first that waits");
      assert.equal(backend, outbound[0]?.sender ?? "default", "a message is its sender's");
    }
    if (lane.kind !== "inbound") return;
    assert.equal(backend, owner.backend, "an event is leased to the owner alone");
    if (isOwnerChange) {
      const { fence } = JSON.parse(head.message) as StoredOwnerChange;
      assert.equal(fence, told, "only the newest change is told");
    } else assert.equal(head.sequence, inbound[0], "the head is the first that waits");
  }

  erased(conversationId: string): void {
    this.#conversations.delete(conversationId);
  }

  #checkSender(id: string, by: SendingBackend | null, result: AppendResult): void {
    const known = this.#conversations.get(id);
    if (known === undefined || result.status === "repeated") return;
    const { backend, fence } = known.owner;
    const isOwner = backend !== null && by?.backends.includes(backend);
    const mayAppend = by === null || (isOwner && (by.fence ?? fence) === fence);
    const isRefused = result.status === "refused" && result.refusal === "not-owner";
    assert.equal(isRefused, !mayAppend, "exactly the owner appends, under its fence");
  }

  #changed(append: OwnerAppend, result: AppendResult): boolean {
    const known = this.#conversations.get(append.conversationId);
    if (known === undefined || result.status === "unavailable") return false;
    const isStale = result.status === "refused" && result.refusal === "stale-fence";
    assert.equal(
      isStale,
      append.fence !== known.owner.fence,
      "a change is under the fence, or none",
    );
    if (isStale) return false;
    const hasWaiting = known.inbound.length > 0;
    const backend = append.to.backend ?? (hasWaiting ? append.ifWaiting : null);
    const assignee = append.to.backend === null ? null : append.to.assignee;
    const isNew = backend !== known.owner.backend;
    const isSame = !isNew && assignee === known.owner.assignee;
    assert.equal(result.status, isSame ? "repeated" : "stored", "a change is stored, or is none");
    const fence = known.owner.fence + Number(isNew);
    known.owner = { backend, assignee, fence };
    if (isNew) known.told = append.tellsNew && backend !== null ? known.owner.fence : null;
    return isNew;
  }

  #of(id: string): OwnedConversation {
    const known = this.#conversations.get(id);
    assert.ok(known !== undefined, "the conversation was made by an append");
    return known;
  }
}

function send({ owner, outbound }: OwnedConversation, { sequences }: Stored): void {
  outbound.push(...sequences.map((sequence) => ({ sequence, sender: owner.backend })));
}

function receive(known: OwnedConversation, backend: string, { sequences }: Stored): void {
  const { owner } = known;
  if (owner.backend === null) known.owner = { backend, assignee: null, fence: owner.fence + 1 };
  known.inbound.push(...sequences);
}
