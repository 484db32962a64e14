import type { AgentApp } from "./gateway/agent-app.ts";
import { codeOf, faultOf, fieldOf, warnedOf } from "./rules/answer-rules.ts";
import type { Findings } from "./findings.ts";
import type { GatewayProcess } from "./gateway/gateway-process.ts";
import type { HostChannel } from "./gateway/host-words.ts";
import { messagePath, request } from "./wire/request-bytes.ts";
import { type RuledBody, ruleBody } from "./rules/ruled-body.ts";
import { RuledEvents } from "./rules/ruled-events.ts";
import { exchange, type Exchange, type ExchangeOptions } from "./wire/wire.ts";
import type { WireAnswer } from "./wire/wire-answer.ts";

/** Stands in every text that visitors send here; no answer and no log line may hold it. */
export const canary = "Zq9Canary";

/** What only the case at hand knows: why an exchange is wrong, or `null`. */
export type Check = (exchange: Exchange) => string | null;

/** Sends hostile input to one gateway and judges what comes back. */
export class Attack {
  readonly gateway: GatewayProcess;
  readonly agent: AgentApp;
  readonly findings: Pick<Findings, "add" | "keep" | "count">;
  readonly #promised = new RuledEvents();
  /** While faults are injected 503 is a proper answer. */
  storeIsFaulty = false;
  /** Events that a faulty store kept without saying so. */
  storedInSilence = 0;
  #requests = 0;
  #bodies = 0;

  constructor(
    gateway: GatewayProcess,
    agent: AgentApp,
    findings: Pick<Findings, "add" | "keep" | "count">,
  ) {
    this.gateway = gateway;
    this.agent = agent;
    this.findings = findings;
  }

  get requests(): number {
    return this.#requests;
  }

  get bodies(): number {
    return this.#bodies;
  }

  /** The channel with default knobs, or the lenient one. */
  channel(loose: boolean): HostChannel {
    const found = this.gateway.channels[loose ? 1 : 0];
    if (found === undefined) throw new Error("the gateway has no such channel");
    return found;
  }

  get secrets(): readonly string[] {
    return this.gateway.channels.map(({ channelSecret }) => channelSecret);
  }

  /** Sends bytes; every invariant of answers is checked, and `check`. Answers whether nothing was wrong. */
  async probe(
    name: string,
    bytes: Uint8Array,
    check: Check,
    options: ExchangeOptions = {},
  ): Promise<boolean> {
    this.#requests += 1;
    const way = this.gateway.nextWay();
    const result = await exchange(way.port, bytes, options);
    const why = this.#why(result, options.bodiless ?? false) ?? check(result);
    if (why !== null) this.findings.keep(`${name}, on ${way.name}`, why, bytes);
    return why === null;
  }

  /** Posts a body with right framing; the rulings say what must come of it. */
  async probeBody(name: string, body: Uint8Array, loose = false): Promise<boolean> {
    this.#bodies += 1;
    const ruled = ruleBody(body, loose);
    const bytes = request(`POST ${messagePath(this.channel(loose))}`, body);
    const fine = await this.probe(name, bytes, ({ answers }) => bodyFault(answers[0], ruled), {
      expected: 1,
      halfClose: false,
    });
    if (fine && ruled.kind === "taken") this.#promised.promise({ name, bytes, taken: ruled });
    return fine;
  }

  /** Waits until what was taken is at the agent app, and compares it with what the rulings make of it. */
  async settle(timeoutMs = 30_000): Promise<void> {
    const broken = await this.#promised.check(this.agent, timeoutMs);
    for (const { name, bytes, why } of broken) this.findings.keep(name, why, bytes);
  }

  /** Messages answered 200 that were compared with what the agent app received. */
  get compared(): number {
    return this.#promised.checked;
  }

  #why({ ended, rest, answers }: Exchange, bodiless: boolean): string | null {
    if (!this.gateway.isRunning) return "the gateway is gone";
    if (ended === "silent") return "no end within the timeouts";
    if (rest.length > 0) return `bytes that are no answer: ${rest.toString("latin1", 0, 80)}`;
    const canaries = [...this.secrets, canary];
    const faults = bodiless
      ? []
      : answers.map((answer) => faultOf(answer, canaries, this.storeIsFaulty));
    return faults.find((fault) => fault !== null) ?? null;
  }
}

function bodyFault(answer: WireAnswer | undefined, ruled: RuledBody): string | null {
  if (answer === undefined) return "no answer";
  if (ruled.kind === "refused") {
    const got = `${answer.status} ${codeOf(answer)} ${fieldOf(answer)}`;
    const wanted = `${Math.floor(ruled.code / 100)} ${ruled.code} ${ruled.field}`;
    return got === wanted ? null : `answered ${got}, the rulings say ${wanted}`;
  }
  if (answer.status !== 200)
    return `answered ${answer.status} ${codeOf(answer)}, the rulings say 200`;
  const wanted = ruled.kind === "typing" ? [] : ruled.warned;
  const [got, due] = [warnedOf(answer), wanted].map((fields) => fields.toSorted().join(" "));
  return got === due ? null : `warned of "${got}", the rulings say "${due}"`;
}
