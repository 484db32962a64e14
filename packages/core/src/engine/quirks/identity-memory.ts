import type { Digest } from "../../ports/platform/digest.ts";
import { fieldOf } from "../../protocol/json/plain-object.ts";
import { readVisitorId, visitorKeyOf } from "../../protocol/senders/visitor-id.ts";
import { type BodyParts, contentOf } from "./body-quirks.ts";
import type { QuirkName } from "./quirk-table.ts";

/** Maximum number of visitors, and of message ids, remembered for one channel. */
const rememberedLimit = 64;
/** Enough characters of a digest to tell some dozens of texts apart. */
const digestCharacters = 16;

/** Finds quirks that show only over several bodies of one channel. Stores parts of digests, never the texts. */
export class IdentityMemory {
  readonly #digest: Digest;
  readonly #visitors = new Map<string, "number" | "string">();
  readonly #contents = new Map<string, string>();

  constructor(digest: Digest) {
    this.#digest = digest;
  }

  /** The quirks that this body shows together with earlier ones. */
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

/** Adds the newest value, removes the oldest one, and returns the earlier value of the key. */
function remember<Value>(memory: Map<string, Value>, key: string, value: Value): Value | null {
  const before = memory.get(key) ?? null;
  memory.delete(key);
  memory.set(key, value);
  const [oldest] = memory.keys();
  if (memory.size > rememberedLimit && oldest !== undefined) memory.delete(oldest);
  return before;
}
