import type { FailOverRule } from "../../ports/agent-router.ts";
import type { Logger } from "../../ports/platform/logger.ts";
import { errorFacts } from "../error-facts.ts";
import type { HeldLease } from "../dispatch/held-lease.ts";
import type { OwnerService } from "../owners/owner-service.ts";
import type { BackendAnswers } from "./backend-answers.ts";

interface FailOverPorts {
  /** By name of the backend that is down. */
  readonly rules: ReadonlyMap<string, FailOverRule>;
  /** Of every backend that is part of a rule, by name. */
  readonly answers: ReadonlyMap<string, BackendAnswers>;
  readonly owners: Pick<OwnerService, "transition">;
  readonly logger: Logger;
}

/**
 * Gives the conversations of a backend that is down to another one, each when its next event is due again. The backend is
 * offered every event and every hand-over once before it moves: so it gets its new conversations as soon as it is back,
 * and keeps those that come back by hand. Nothing comes back by itself.
 */
export class FailOver {
  readonly #ports: FailOverPorts;

  constructor(ports: FailOverPorts) {
    this.#ports = ports;
  }

  /** @throws the store's error */
  async start(): Promise<void> {
    for (const answers of this.#ports.answers.values()) await answers.start();
  }

  /** Never rejects. */
  async stop(timeoutMs: number): Promise<void> {
    const all = [...this.#ports.answers.values()];
    await Promise.all(all.map((answers) => answers.stop(timeoutMs)));
  }

  /** `null`: the backend is part of no rule, so that nobody needs to know. */
  answersOf(backend: string): BackendAnswers | null {
    return this.#ports.answers.get(backend) ?? null;
  }

  /** Moves the conversation of a lease on an inbound lane, if its backend is down. @returns whether it was moved */
  async moves({ lease }: HeldLease): Promise<boolean> {
    const { rules, owners, logger } = this.#ports;
    const { backend, conversation, attempt } = lease;
    const rule = rules.get(backend);
    if (rule === undefined || attempt <= 1) return false;
    try {
      if (!(await this.#isToMove(backend, rule))) return false;
      const answer = await owners.transition({
        conversationId: conversation.id,
        fence: conversation.owner.fence,
        to: { backend: rule.to, assignee: null },
        name: "fail-over",
        by: "gateway",
        why: `${backend} has not answered for ${Math.round(rule.afterMs / 1_000)} s`,
      });
      return answer.done;
    } catch (error) {
      logger.warn("a conversation of a backend that is down could not be moved", {
        conversationId: conversation.id,
        ...errorFacts(error),
      });
      return false;
    }
  }

  /** Not to a backend that is down as well: two of them would hand a conversation to and fro. */
  async #isToMove(backend: string, { to, afterMs }: FailOverRule): Promise<boolean> {
    if ((await this.answersOf(backend)?.isDown(afterMs)) !== true) return false;
    return (await this.answersOf(to)?.isDown(afterMs)) !== true;
  }
}
