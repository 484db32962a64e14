import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import {
  type LogLine,
  ManualTime,
  type RouterOptions,
  type ScriptedAgent,
  ScriptedBackend,
  scriptedRouter,
  ScriptedTransport,
  SeededRandom,
  testPlatform,
} from "@parley/conformance";
import {
  AgentBackend,
  type AuthenticatedChannel,
  createGateway,
  type Gateway,
  Transport,
} from "@parley/core";
import { MemoryData, memoryStores } from "@parley/core/memory";
import { ContainerModule } from "inversify";
import { Telemetry, telemetry, type TelemetryOptions } from "../../src/index.ts";
import { KeptSpans } from "./kept-spans.ts";

/** A gateway with telemetry, a manual clock, a scripted agent app and a scripted endpoint. */
export class TelemetryRig {
  readonly time = new ManualTime();
  readonly backend = new ScriptedBackend(this.time);
  readonly transport = new ScriptedTransport(this.time);
  readonly collector = new KeptSpans();
  readonly log: LogLine[] = [];
  readonly #data = new MemoryData();
  readonly #random = new SeededRandom();
  readonly #options: TelemetryOptions;
  #router: (() => ContainerModule) | null = null;
  #gateway: Gateway | null = null;
  #pass: AuthenticatedChannel | null = null;

  private constructor(options: TelemetryOptions) {
    this.#options = options;
  }

  /** With the channel `shop`. */
  static async start(options: TelemetryOptions = {}): Promise<TelemetryRig> {
    const rig = new TelemetryRig(options);
    await rig.startAgain();
    rig.#pass = await rig.addChannel("shop");
    return rig;
  }

  /** With the channel `shop`, and several agent apps. */
  static async startRouted(
    agents: (rig: TelemetryRig) => Readonly<Record<string, ScriptedAgent>>,
    options: RouterOptions = {},
  ): Promise<TelemetryRig> {
    const rig = new TelemetryRig({});
    const all = agents(rig);
    rig.#router = () => scriptedRouter(all, options);
    await rig.startAgain();
    rig.#pass = await rig.addChannel("shop");
    return rig;
  }

  get gateway(): Gateway {
    if (this.#gateway === null) throw new Error("the gateway is not running");
    return this.#gateway;
  }

  async startAgain(): Promise<void> {
    const fittings = new ContainerModule(({ bind }) => {
      if (this.#router === null) bind(AgentBackend).toConstantValue(this.backend);
      bind(Transport).toConstantValue(this.transport);
    });
    this.#gateway = await createGateway(
      testPlatform(this.time, this.#random, this.log),
      memoryStores({ data: this.#data }),
      fittings,
      ...(this.#router === null ? [] : [this.#router()]),
      telemetry(
        this.#options.otlpUrl === undefined
          ? { spanExporter: this.collector, ...this.#options }
          : this.#options,
      ),
    );
    await this.time.settle();
  }

  async addChannel(id: string, settings: object = {}): Promise<AuthenticatedChannel> {
    const input = { id, chatApiUrl: "https://shop.example/chat", ...settings };
    const answer = await this.gateway.channelAdmin.add(input);
    if (!answer.done) throw new Error(answer.refusal.message);
    const pass = await this.gateway.inbox.authenticate(id, answer.value.randomString);
    if (pass === null) throw new Error("the new channel cannot be entered");
    return pass;
  }

  /** Posts a visitor's message. A string `body` is sent unchanged. */
  async post(body: unknown, context: { traceParent?: string } = {}, pass = this.#pass) {
    if (pass === null) throw new Error("there is no channel");
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const answer = await this.gateway.inbox.accept(pass, new TextEncoder().encode(text), context);
    await this.time.settle();
    return answer;
  }

  say(text: string, id = "v1", context: { traceParent?: string } = {}) {
    return this.post({ sender: { id }, message: { type: "text", text } }, context);
  }

  /** The conversation of the latest event. */
  async conversationId(): Promise<string> {
    const { items } = await this.gateway.conversations.list({ before: null, limit: 1 });
    return items[0]?.id ?? "";
  }

  async reply(text: string): Promise<void> {
    await this.gateway.outbox.send({
      conversationId: await this.conversationId(),
      idempotencyKey: null,
      sender: { name: "Ann" },
      message: { type: "text", text },
    });
    await this.time.settle();
  }

  /** The page as Prometheus would get it. */
  async page(): Promise<string> {
    const one = await this.gateway.get(Telemetry);
    const request = Object.assign(new IncomingMessage(new Socket()), { method: "GET" });
    const response = new ServerResponse(request);
    let text = "";
    response.end = (chunk?: unknown) => {
      text = String(chunk);
      return response;
    };
    await one.metricsHandler(request, response);
    return text;
  }

  /** The value of one line, by its name and labels; `null` when the line is missing. */
  async value(line: string): Promise<number | null> {
    const lines = (await this.page()).split("\n");
    const found = lines.find((one) => one.startsWith(`${line} `));
    return found === undefined ? null : Number(found.slice(line.length + 1));
  }

  /** Ends the process normally. After that, the spans are in `collector`. */
  async close(): Promise<void> {
    const closing = this.gateway.close();
    const closed = closing.then(() => true);
    for (let ms = 0; ms < 12_000; ms += 100) {
      await this.time.advance(100);
      if (await Promise.race([closed, Promise.resolve(false)])) break;
    }
    await closing;
  }
}
