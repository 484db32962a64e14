import { AgentBackend, Outbox } from "@parley/core";
import { ContainerModule } from "inversify";

/** An agent app that is always present and repeats what visitors write. It implements the port `AgentBackend`. */
export const echoAgent = (): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(AgentBackend)
      .toResolvedValue((outbox: Outbox) => new EchoAgent(outbox), [Outbox])
      .inSingletonScope();
  });

class EchoAgent implements AgentBackend {
  readonly #outbox: Outbox;

  constructor(outbox: Outbox) {
    this.#outbox = outbox;
  }

  availability: AgentBackend["availability"] = async () => 1;

  receive: AgentBackend["receive"] = async ({ id, conversationId, message }, signal) => {
    const { id: _, ...echo } = message;
    const sending = this.#outbox.send({
      conversationId,
      // The event may be repeated. With its id as the key, the visitor gets the echo only once.
      idempotencyKey: id,
      sender: { name: "Echo" },
      message: echo,
    });
    const answer = await Promise.race([sending, aborted(signal)]);
    if (answer.accepted) return { outcome: "taken" };
    const { httpStatus, message: reason, retryAfterSeconds = 1 } = answer.refusal;
    if (httpStatus === 429) return { outcome: "later", inMs: 1_000 * retryAfterSeconds };
    // A temporary failure: after a throw the event comes again.
    if (httpStatus >= 500) throw new Error(reason);
    return { outcome: "rejected", reason };
  };

  report: AgentBackend["report"] = async () => ({ outcome: "taken" });
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(new Error("given up")), { once: true });
  });
