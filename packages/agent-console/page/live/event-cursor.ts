import type { LiveEvent } from "../../src/live/live-event.ts";

/**
 * The newest event id that a tab has received. Ids are `<boot>-<n>`: `boot` identifies a node's process, and `n` rises
 * by one with each kept event.
 */
export class EventCursor {
  #id = "";

  /** Id of the newest event; empty before the first. */
  get id(): string {
    return this.#id;
  }

  /** Moves to `id`. True when events before it were missed. */
  catchUp(id: string): boolean {
    if (isUpTo(this.#id, id)) return false;
    const isFirst = this.#id === "";
    this.#id = id;
    return !isFirst;
  }

  /** Moves to an event. False when it was received before. */
  pass(id: string, { type }: LiveEvent): boolean {
    const isKnown = isUpTo(this.#id, id);
    if (isKnown && (type === "message" || type === "state")) return false;
    if (!isKnown || type === "reset") this.#id = id;
    return true;
  }
}

/** Whether `id` is `other`, or a later event of the same node. */
function isUpTo(id: string, other: string): boolean {
  if (id === other) return true;
  const [own, their] = [split(id), split(other)];
  return own.boot === their.boot && own.number >= their.number;
}

function split(id: string): { readonly boot: string; readonly number: number } {
  const end = id.lastIndexOf("-");
  return { boot: id.slice(0, end), number: Number(id.slice(end + 1)) };
}
