import { randomBytes } from "node:crypto";
import { type MessageFieldName, type MessageType, messageTypes } from "@parley/core";
import { sampleFields } from "../input/message-samples.ts";

/** What visitors do: write, send files and places, or only type. */
export const eventKinds = ["text", "media", "typing"] as const;
export type EventKind = (typeof eventKinds)[number];

/** The number of visitors, and what they do. */
export interface Crowd {
  readonly visitors: number;
  /** At least one. */
  readonly kinds: readonly EventKind[];
}

const mediaTypes = Object.entries(messageTypes).filter(([, { kind }]) => kind === "media");

/** Event bodies, visitor after visitor. No `message.id` repeats, not even between runs. */
export class EventPlan {
  readonly #crowd: Crowd;
  readonly #run = randomBytes(9).toString("base64url");

  constructor(crowd: Crowd) {
    this.#crowd = crowd;
  }

  /** JSON text of an event's body. @param index number of the event, from 0 */
  body(index: number): string {
    const { kinds } = this.#crowd;
    const turn = Math.floor(this.#round(index) / kinds.length);
    const kind = kinds[(index + this.#round(index)) % kinds.length];
    if (kind === "typing") return this.typing(index, turn % 2 === 0 ? "typein" : "typeout");
    return this.#body(index, {
      id: `${this.#run}-${index}`,
      ...(kind === "media" ? this.#media(index) : this.#text(index)),
    });
  }

  /** JSON text of a typing notification by the event's visitor. */
  typing(index: number, type: "typein" | "typeout"): string {
    return this.#body(index, { type });
  }

  #body(index: number, message: object): string {
    const visitor = this.#visitor(index);
    return JSON.stringify({
      sender: { id: `simulated-${visitor}`, name: `Visitor ${visitor}` },
      message,
    });
  }

  #text(index: number): object {
    const text = `Hello from visitor ${this.#visitor(index)}, message ${this.#round(index) + 1}`;
    return { type: "text" satisfies MessageType, text };
  }

  #media(index: number): object {
    const place = Math.floor(index / this.#crowd.kinds.length) % mediaTypes.length;
    const [type, row] = mediaTypes[place] ?? ["text", messageTypes.text];
    return { type, ...sampleFields(row.required as readonly MessageFieldName[]) };
  }

  #visitor(index: number): number {
    return (index % this.#crowd.visitors) + 1;
  }

  #round(index: number): number {
    return Math.floor(index / this.#crowd.visitors);
  }
}
