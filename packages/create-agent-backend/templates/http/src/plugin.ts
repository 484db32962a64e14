import {
  type AgentApi,
  agentApi,
  dueAfter,
  eraseAll,
  hmacSignature,
  receiptOf,
  type RequestCheck,
  taken,
} from "@parley/agent-kit";
import { AgentBackend, Door, DueListener, ErasureListener } from "@parley/core";
import { pluginModule, type PluginServices, readOptions, type Turn } from "@parley/core";
import type { ContainerModule } from "inversify";
import { type Static, Type } from "typebox";

export const MyAppOptions = Type.Object(
  {
    name: Type.Optional(Type.String({ description: "the name of this instance" })),
    url: Type.String({ description: "the address of the app's API" }),
    token: Type.String({ description: "the token of the app's API" }),
    secret: Type.String({ description: "the secret with which the app signs its webhooks" }),
    allowOrigins: Type.Optional(
      Type.Array(Type.String(), { description: "the app's own origin, if it is private" }),
    ),
  },
  { additionalProperties: false },
);
export type MyAppOptions = Static<typeof MyAppOptions>;

interface Reply {
  readonly id: number;
  readonly agent: string;
  readonly text: string;
}

/** A webhook may be lost. With many conversations, look less often where nothing was new. */
const lookAgainMs = 60_000;
const availableWithinMs = 900;

/** An agent app behind HTTP, whose webhooks are hints to read what is new. @throws ParleyError `invalid-option` */
export function myAppAgent(options: MyAppOptions): ContainerModule {
  const read = readOptions<MyAppOptions>("myAppAgent", MyAppOptions, options);
  return pluginModule({
    name: read.name ?? "my-app",
    contract: "1.0",
    allowOrigins: read.allowOrigins ?? [],
    ports: [AgentBackend, DueListener, ErasureListener, Door],
    make: (services) => new MyAppAgent(read, services),
  });
}

class MyAppAgent implements AgentBackend, DueListener, ErasureListener, Door {
  readonly #api: AgentApi;
  readonly #services: PluginServices;
  readonly #isFromApp: RequestCheck;

  constructor({ url, token, secret }: MyAppOptions, services: PluginServices) {
    const headers = () => ({ authorization: `Bearer ${token}` });
    this.#api = agentApi({ http: services.http, url, headers });
    this.#services = services;
    this.#isFromApp = hmacSignature({
      header: "x-signature",
      secrets: [secret],
      // The time is signed too, so a webhook that somebody has recorded is refused later.
      compose: ({ headers, body }) => [String(headers["x-timestamp"]), ".", body],
      timestamp: { header: "x-timestamp", unit: "seconds", now: () => services.clock.now() },
    });
  }

  availability: AgentBackend["availability"] = async () => {
    const signal = AbortSignal.timeout(availableWithinMs);
    const answer = await this.#api.call({ method: "GET", path: "/availability", signal });
    return (answer.json() as { available: unknown }).available === true ? 1 : 0;
  };

  receive: AgentBackend["receive"] = async (event, signal) => {
    const { id, conversationId, message, visitor, turn } = event;
    await this.#remember(conversationId, turn);
    return this.#put(pathOf(conversationId, "messages", id), { message, visitor }, signal);
  };

  report: AgentBackend["report"] = async (report, signal) => {
    const { conversationId, deliveryId, reason, description, sequence } = report;
    const path = pathOf(conversationId, "reports", deliveryId);
    return this.#put(path, { reason, description, sequence }, signal);
  };

  erased: ErasureListener["erased"] = ({ conversationId }, signal) =>
    eraseAll([conversationId], (id) =>
      this.#api.call({ method: "DELETE", path: pathOf(id), signal }),
    );

  /** Anybody can post here: what the app has not signed is refused. */
  handle: Door["handle"] = async (request) => {
    if (!(await this.#isFromApp(request))) return { status: 401 };
    const told = JSON.parse(Buffer.from(request.body).toString()) as { conversationId: string };
    await this.#services.state.wake(keyOf(told.conversationId));
    return { status: 204 };
  };

  /** Sends what agents have written since. */
  due: DueListener["due"] = async ({ conversationId, value }, signal) => {
    const { clock } = this.#services;
    try {
      const cursor = await this.#sendNew(String(conversationId), Number(value), signal);
      return { dueAt: clock.now() + lookAgainMs, value: cursor };
    } catch (error) {
      return dueAfter(error, clock.now(), lookAgainMs);
    }
  };

  /** Before the first post: the app may answer before a later write. */
  async #remember(conversationId: string, turn: Turn): Promise<void> {
    const { state } = this.#services;
    const put = keyOf(conversationId);
    if ((await state.get(put)) !== null) return;
    const when = { turn, ifAbsent: true } as const;
    const answer = await state.write([{ put, value: 0, conversationId, due: 0, when }]);
    if (!answer.written) throw new Error(`the conversation was not remembered: ${answer.why}`);
  }

  /** The app knows what it has by the id in the path: a repeat changes nothing. */
  async #put(path: string, body: object, signal: AbortSignal) {
    return this.#api.call({ method: "PUT", path, body, signal }).then(() => taken, receiptOf);
  }

  /** Returns the id of the last reply that went out. */
  async #sendNew(conversationId: string, after: number, signal: AbortSignal): Promise<number> {
    const path = `${pathOf(conversationId, "replies")}?after=${after}`;
    const answer = await this.#api.call({ method: "GET", path, signal });
    const replies = answer.json() as readonly Reply[];
    for (const reply of replies) await this.#send(conversationId, reply, signal);
    return replies.at(-1)?.id ?? after;
  }

  async #send(conversationId: string, { id, agent, text }: Reply, signal: AbortSignal) {
    const sent = await this.#services.outbox.send({
      conversationId,
      idempotencyKey: String(id),
      sender: { name: agent },
      message: { type: "text", text },
    });
    if (sent.accepted) return;
    const { httpStatus, message } = sent.refusal;
    if (httpStatus === 429 || httpStatus >= 500) throw new Error("the reply is not stored yet");
    const path = pathOf(conversationId, "reports", `reply-${id}`);
    await this.#put(path, { reason: "refused", description: message }, signal);
  }
}

const keyOf = (conversationId: string): string =>
  `conversation:${encodeURIComponent(conversationId)}`;

const pathOf = (...parts: readonly string[]): string =>
  ["/conversations", ...parts.map(encodeURIComponent)].join("/");
