import { AgentBackend, type Outbox, pluginModule, readOptions } from "@parley/core";
import type { ContainerModule } from "inversify";
import { type Static, Type } from "typebox";

export const MyAppOptions = Type.Object(
  {
    name: Type.Optional(Type.String({ description: "the name of this instance" })),
    sender: Type.Optional(Type.String({ description: "the name that visitors see" })),
  },
  { additionalProperties: false },
);
export type MyAppOptions = Static<typeof MyAppOptions>;

/** An agent app that repeats what visitors write. @throws ParleyError `invalid-option` */
export function myAppAgent(options: MyAppOptions = {}): ContainerModule {
  const read = readOptions<MyAppOptions>("myAppAgent", MyAppOptions, options);
  const { name = "my-app", sender = "My app" } = read;
  return pluginModule({
    name,
    contract: "1.0",
    ports: [AgentBackend],
    make: ({ outbox }) => new MyAppAgent(outbox, sender),
  });
}

class MyAppAgent implements AgentBackend {
  readonly #outbox: Outbox;
  readonly #sender: string;

  constructor(outbox: Outbox, sender: string) {
    this.#outbox = outbox;
    this.#sender = sender;
  }

  availability: AgentBackend["availability"] = async () => 1;

  receive: AgentBackend["receive"] = async ({ id, conversationId, message }, signal) => {
    const { id: _, ...answer } = message;
    const sending = this.#outbox.send({
      conversationId,
      // The event may come again. With its id as the key, the visitor gets the answer once.
      idempotencyKey: id,
      sender: { name: this.#sender },
      message: answer,
    });
    const sent = await Promise.race([sending, aborted(signal)]);
    if (sent.accepted) return { outcome: "taken" };
    const { httpStatus, message: reason, retryAfterSeconds = 1 } = sent.refusal;
    if (httpStatus === 429) return { outcome: "later", inMs: 1_000 * retryAfterSeconds };
    // A temporary failure: after a throw the event comes again.
    if (httpStatus >= 500) throw new Error(reason);
    return { outcome: "rejected", reason };
  };

  /** Show people what was not delivered, if people use your app. */
  report: AgentBackend["report"] = async () => ({ outcome: "taken" });
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(new Error("given up")), { once: true });
  });
