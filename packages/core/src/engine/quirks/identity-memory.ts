import type { Digest } from "../../ports/platform/digest.ts";
import { fieldOf } from "../../protocol/json/plain-object.ts";
import { readVisitorId, visitorKeyOf } from "../../protocol/senders/visitor-id.ts";
import { type BodyParts, contentOf } from "./body-quirks.ts";
import type { QuirkName } from "./quirk-table.ts";

/** Visitors, and message ids, that one channel remembers at most. */
const rememberedLimit = 64;
/** As much of a digest as tells some dozens apart. */
const digestCharacters = 16;

/** What can only be seen over several bodies of one channel. Remembers parts of digests, never what they are of. */
export class IdentityMemory {
  readonly #digest: Digest;
  readonly #visitors = new Map<string, "number" | "string">();
  readonly #contents = new Map<string, string>();

  constructor(digest: Digest) {
    this.#digest = digest;
  }

  /** What this body shows beside those before it. */
  quirksOf({ sender, message }: BodyParts): readonly QuirkName[] {
    const found: QuirkName[] = [];
    if (this.#isOtherType(fieldOf(sender, "id"))) found.push("visitor-id-types");
    const [id, content] = [fieldOf(message, "id"), contentOf(message)];
    if (
      typeof id === "string" &&
      id !== "" &&
      content !== null &&
      this.#isOtherContent(id, content)
    )
      found.push("constant-message-id");
    return found;
  }

  #isOtherType(id: unknown): boolean {
    const read = readVisitorId(id);
    if (!read.ok) return false;
    const type = read.json.startsWith('"') ? "string" : "number";
    const before = remember(this.#visitors, this.#mark(visitorKeyOf(read.json)), type);
    return before !== null && before !== type;
  }

  #isOtherContent(id: string, content: string): boolean {
    const mark = this.#mark(content);
    const before = remember(this.#contents, this.#mark(id), mark);
    return before !== null && before !== mark;
  }

  #mark(text: string): string {
    return this.#digest.of(text.toWellFormed()).slice(0, digestCharacters);
  }
}

/** Puts the newest in, forgets the oldest; gives what was remembered before. */
function remember<Value>(memory: Map<string, Value>, key: string, value: Value): Value | null {
  const before = memory.get(key) ?? null;
  memory.delete(key);
  memory.set(key, value);
  const [oldest] = memory.keys();
  if (memory.size > rememberedLimit && oldest !== undefined) memory.delete(oldest);
  return before;
}
