import type { LiveEvent } from "../../src/live/live-event.ts";

/**
 * The place in the gateway's events up to which a tab has heard. Ids are `<boot>-<n>`: `boot` names one life of one
 * node, and `n` rises by one with each event that it keeps.
 */
export class EventCursor {
  #id = "";

  /** Of the newest event; empty before the first. */
  get id(): string {
    return this.#id;
  }

  /** Goes on from `id`. True when something before it was missed. */
  catchUp(id: string): boolean {
    if (isUpTo(this.#id, id)) return false;
    const isFirst = this.#id === "";
    this.#id = id;
    return !isFirst;
  }

  /** Goes on to an event. False when it was heard before. */
  pass(id: string, { type }: LiveEvent): boolean {
    const isKnown = isUpTo(this.#id, id);
    if (isKnown && (type === "message" || type === "state")) return false;
    if (!isKnown || type === "reset") this.#id = id;
    return true;
  }
}

/** Whether `id` is the same event as `other`, or a later one of the same node. */
function isUpTo(id: string, other: string): boolean {
  if (id === other) return true;
  const [own, their] = [split(id), split(other)];
  return own.boot === their.boot && own.number >= their.number;
}

function split(id: string): { readonly boot: string; readonly number: number } {
  const end = id.lastIndexOf("-");
  return { boot: id.slice(0, end), number: Number(id.slice(end + 1)) };
}
