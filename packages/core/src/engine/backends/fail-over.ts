import type { FailOverRule } from "../../ports/agent-router.ts";
import type { Clock } from "../../ports/platform/clock.ts";
import type { Logger } from "../../ports/platform/logger.ts";
import type { Timers } from "../../ports/platform/timers.ts";
import { errorFacts } from "../error-facts.ts";
import type { LeaseBook } from "../dispatch/lease-book.ts";
import type { HeldLease } from "../dispatch/held-lease.ts";
import type { OwnerService } from "../owners/owner-service.ts";
import type { BackendAnswers } from "./backend-answers.ts";

/** A node leaves the lanes of a backend to other nodes for so long: they claim each second, and a call takes 10 s at most. */
const yieldMs = 12_000;
/** Other nodes may call about an event in turn, with a minute's pause after each, before it comes back to this node. */
const recentMs = 300_000;

interface FailOverPorts {
  /** By name of the backend that is down. */
  readonly rules: ReadonlyMap<string, FailOverRule>;
  /** Of every backend that is part of a rule, by name. */
  readonly answers: ReadonlyMap<string, BackendAnswers>;
  readonly owners: Pick<OwnerService, "transition">;
  readonly book: Pick<LeaseBook, "hold">;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly logger: Logger;
}

/**
 * What becomes of a lease on an inbound lane: its owner is called, the conversation moves, or the lane is left to another
 * node.
 */
export type FailOverStep = "call" | "moved" | "yielded";

/**
 * Gives the conversations of a backend that is down to another one, each when its next event is due again. The backend is
 * offered every event and every hand-over once before it moves: so it gets its new conversations as soon as it is back,
 * and keeps those that come back by hand. Nothing comes back by itself.
 *
 * A node that alone cannot reach the backend must move nothing, but it may be the one that always claims first. So only a
 * node moves that got no answer itself, and it leaves the lanes to the others for a while before.
 */
export class FailOver {
  readonly #ports: FailOverPorts;
  /** When this node last began to leave the lanes of a backend to others, by its name. */
  readonly #yields = new Map<string, number>();
  readonly #cancels = new Map<string, () => void>();

  constructor(ports: FailOverPorts) {
    this.#ports = ports;
  }

  /** @throws the store's error */
  async start(): Promise<void> {
    for (const answers of this.#ports.answers.values()) await answers.start();
  }

  /** Never rejects. */
  async stop(timeoutMs: number): Promise<void> {
    for (const cancel of this.#cancels.values()) cancel();
    const all = [...this.#ports.answers.values()];
    await Promise.all(all.map((answers) => answers.stop(timeoutMs)));
  }

  /** Whether its conversations go to another one while it is down. */
  hasRule(backend: string): boolean {
    return this.#ports.rules.has(backend);
  }

  /** `null`: the backend is part of no rule, so that nobody needs to know. */
  answersOf(backend: string): BackendAnswers | null {
    return this.#ports.answers.get(backend) ?? null;
  }

  /** The next step for a lease on an inbound lane. Moves its conversation, if its backend is down. */
  async step(held: HeldLease): Promise<FailOverStep> {
    const { rules, logger } = this.#ports;
    const { backend, conversation, attempt } = held.lease;
    const rule = rules.get(backend);
    if (rule === undefined || attempt <= 1) return "call";
    try {
      if (!(await this.#isToMove(backend, rule))) return "call";
      if (this.#yieldsNow(backend)) return "yielded";
      return (await this.#move(held, rule)) ? "moved" : "call";
    } catch (error) {
      logger.warn("a conversation of a backend that is down could not be moved", {
        conversationId: conversation.id,
        ...errorFacts(error),
      });
      return "call";
    }
  }

  async #move({ lease }: HeldLease, rule: FailOverRule): Promise<boolean> {
    const { backend, conversation } = lease;
    const answer = await this.#ports.owners.transition({
      conversationId: conversation.id,
      fence: conversation.owner.fence,
      to: { backend: rule.to, assignee: null },
      name: "fail-over",
      by: "gateway",
      why: `${backend} has not answered for ${Math.round(rule.afterMs / 1_000)} s`,
    });
    return answer.done;
  }

  /** Whether the lanes of a backend are left to other nodes now. That begins anew once what is known is no longer recent. */
  #yieldsNow(backend: string): boolean {
    const { clock, timers, book } = this.#ports;
    const now = clock.now();
    const sinceMs = now - (this.#yields.get(backend) ?? Number.NEGATIVE_INFINITY);
    if (sinceMs >= 0 && sinceMs < recentMs) return sinceMs < yieldMs;
    this.#yields.set(backend, now);
    book.hold(backend, true);
    this.#cancels.set(
      backend,
      timers.after(yieldMs, () => book.hold(backend, false)),
    );
    return true;
  }

  /** Not to a backend that is down as well: two of them would hand a conversation to and fro. */
  async #isToMove(backend: string, { to, afterMs }: FailOverRule): Promise<boolean> {
    const own = this.answersOf(backend);
    if (own?.hasFailedHere(recentMs) !== true || !(await own.isDown(afterMs))) return false;
    return (await this.answersOf(to)?.isDown(afterMs)) !== true;
  }
}
