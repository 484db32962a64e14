import { api } from "../../api/api.ts";
import { againMs, isPassing } from "../../api/call.ts";

/** Tells the gateway how far this agent has read each conversation. */
export class ReadMarks {
  /** What the gateway was told, or is being told. */
  readonly #upTo = new Map<string, number>();
  #isClosed = false;

  /** Sequence of the newest message that is marked. Where nothing was marked here, it is `known` from now on. */
  from(id: string, known: number): number {
    const mark = this.#upTo.get(id) ?? known;
    this.#upTo.set(id, mark);
    return mark;
  }

  /** A mark never moves back. */
  async set(id: string, upTo: number): Promise<void> {
    const mark = Math.max(this.#upTo.get(id) ?? 0, upTo);
    this.#upTo.set(id, mark);
    await this.#tell(id, mark);
  }

  /** No call is repeated any more: another account may sign in. */
  close(): void {
    this.#isClosed = true;
  }

  /** Repeats it while the gateway cannot be reached, unless the agent has read further by then. */
  async #tell(id: string, mark: number): Promise<void> {
    const isDue = (): boolean => !this.#isClosed && this.#upTo.get(id) === mark;
    try {
      await api.markRead(id, String(mark));
    } catch (error) {
      if (!isDue()) return;
      if (isPassing(error)) setTimeout(() => isDue() && void this.#tell(id, mark), againMs);
      // The next message tries again.
      else this.#upTo.delete(id);
    }
  }
}
