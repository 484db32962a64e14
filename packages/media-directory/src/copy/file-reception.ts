import type { HttpResponse } from "@parley/core";
import type { Draft } from "../files/draft.ts";
import type { Room } from "../files/room.ts";
import { mediaType } from "../types/media-type.ts";
import { headBytes } from "../types/signatures.ts";
import { isAllowed, type TypeRules } from "../types/type-rules.ts";
import { headerOf, lengthOf } from "./answer-headers.ts";
import { type Refused, refused } from "./refusals.ts";

/** What the body of an answer is received into. */
export interface ReceptionParts {
  readonly draft: Draft;
  readonly room: Room;
  readonly limitBytes: number;
  readonly types: Required<TypeRules>;
}

/** Writes the body of one answer into a draft, and finds out its type from the first bytes. */
export class FileReception {
  readonly #parts: ReceptionParts;
  readonly #response: HttpResponse;
  #head = Buffer.alloc(0);
  #takenBytes = 0;
  /** Set once the body was received. */
  type = "";

  constructor(parts: ReceptionParts, response: HttpResponse) {
    this.#parts = parts;
    this.#response = response;
  }

  /** Reads the body to its end, or cancels it. @returns `null`: all of it is in the draft */
  async receive(): Promise<Refused | null> {
    for await (const chunk of this.#response.body) {
      const refusal = await this.#take(chunk);
      if (refusal !== null) return refusal;
    }
    const { sizeBytes } = this.#parts.draft;
    if (sizeBytes === 0) return refused("empty");
    if (sizeBytes !== (lengthOf(this.#response) ?? sizeBytes)) return refused("unreachable");
    return this.#head.length < headBytes ? this.#findType() : null;
  }

  /** Deletes the draft. */
  async giveUp(): Promise<void> {
    await this.#parts.draft.discard();
    this.#parts.room.giveBack(this.#takenBytes);
  }

  async #take(chunk: Uint8Array): Promise<Refused | null> {
    const { draft, room, limitBytes } = this.#parts;
    if (draft.sizeBytes + chunk.length > limitBytes) return refused("too-large");
    if (!room.take(chunk.length)) return refused("full");
    this.#takenBytes += chunk.length;
    await draft.append(chunk);
    if (this.#head.length === headBytes) return null;
    this.#head = Buffer.concat([this.#head, chunk]).subarray(0, headBytes);
    return this.#head.length === headBytes ? this.#findType() : null;
  }

  #findType(): Refused | null {
    const type = mediaType(headerOf(this.#response, "content-type"), this.#head);
    if (type === null || !isAllowed(type, this.#parts.types)) return refused("wrong-type");
    this.type = type;
    return null;
  }
}
