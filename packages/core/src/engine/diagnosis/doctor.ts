import type { Channel } from "../../model/channel.ts";
import type { FailOverRule } from "../../ports/agent-router.ts";
import type { Diagnosis, DiagnosisOptions, Finding } from "../../ports/platform/diagnosis.ts";
import type { Diagnostician } from "../../ports/services/diagnostician.ts";
import type { TransportProbe } from "../../ports/transport-probe.ts";
import type { EngineParts } from "../engine-parts.ts";
import { quirkFindings } from "../quirks/quirk-findings.ts";
import { examineReceiver, urlFinding } from "./channel-examination.ts";
import { askDiagnostician } from "./ask-diagnostician.ts";
import { withChannelId, faultFinding } from "./findings/findings.ts";
import { failedMessageFinding } from "./failed-message.ts";
import type { MessageAnswers } from "./message-answers.ts";
import { messageFinding } from "./findings/message-findings.ts";
import { gatewayFindings } from "./findings/gateway-findings.ts";

interface DoctorPorts {
  readonly parts: EngineParts;
  /** Those of agent apps beside others join them when they are connected. */
  readonly diagnosticians: () => readonly Diagnostician[];
  /** By name of the backend that is down. */
  readonly failOver: Readonly<Record<string, FailOverRule>>;
  /** `null`: the transport cannot test a target without sending a request. */
  readonly probe: TransportProbe | null;
}

/** Number of receivers tested at the same time. */
const receiversAtOnce = 8;

/** Collects the findings about core, the adapters and each channel's receiver. */
export class Doctor implements Diagnosis {
  readonly #ports: DoctorPorts;

  constructor(ports: DoctorPorts) {
    this.#ports = ports;
  }

  async run(options: DiagnosisOptions, signal: AbortSignal): Promise<readonly Finding[]> {
    const channels = await this.#channels(options).catch(() => null);
    const gateway = await Promise.all([
      this.#consultCore(channels ?? [], signal),
      ...this.#ports.diagnosticians().map((one) => this.#consult(one, signal)),
    ]);
    if (channels === null) return [unreadable, ...gateway.flat()];
    if (channels.length === 0 && options.channelId !== undefined)
      return [...gateway.flat(), unknown(options.channelId)];
    return [...gateway.flat(), ...(await this.#examine(channels, options, signal))];
  }

  async #channels({ channelId }: DiagnosisOptions): Promise<readonly Channel[]> {
    const channels = await this.#ports.parts.registry.list();
    return channels.filter(({ id }) => channelId === undefined || id === channelId);
  }

  #consult(one: Diagnostician, signal: AbortSignal): Promise<readonly Finding[]> {
    return askDiagnostician(one, this.#ports.parts.ports.timers, signal);
  }

  #consultCore(channels: readonly Channel[], signal: AbortSignal): Promise<readonly Finding[]> {
    const { parts, failOver } = this.#ports;
    const diagnose = () => gatewayFindings(parts, channels, failOver);
    return this.#consult({ name: "the store", diagnose }, signal);
  }

  async #examine(
    channels: readonly Channel[],
    { probe }: DiagnosisOptions,
    signal: AbortSignal,
  ): Promise<readonly Finding[]> {
    const found: (readonly Finding[])[] = [];
    const waiting = [...channels.entries()];
    const work = async () => {
      for (let next = waiting.shift(); next && !signal.aborted; next = waiting.shift()) {
        const [index, channel] = next;
        found[index] = withChannelId(
          channel.id,
          await this.#channelFindings(channel, probe, signal),
        );
      }
    };
    await Promise.all(Array.from({ length: receiversAtOnce }, work));
    return found.flat();
  }

  async #channelFindings(
    channel: Channel,
    probe: boolean,
    signal: AbortSignal,
  ): Promise<readonly Finding[]> {
    const { parts, probe: transportProbe } = this.#ports;
    const answers = parts.answers.of(channel);
    const ports = { driven: parts.ports, probe: transportProbe, answers };
    const receiver = probe ? await examineReceiver(channel, ports, signal) : [urlFinding(channel)];
    // When the receiver already has a problem, a finding that nothing else is known would not help.
    const isWell = probe && !signal.aborted && receiver.every(({ level }) => level === "ok");
    const isTold = answers !== null || isWell;
    const messages = isTold ? await this.#messageFinding(channel, answers) : [];
    return [...receiver, ...messages, ...quirkFindings(parts.quirks.of(channel), channel.knobs)];
  }

  async #messageFinding(channel: Channel, answers: MessageAnswers | null): Promise<Finding[]> {
    const failed =
      answers === null
        ? await failedMessageFinding(this.#ports.parts, channel).catch(() => null)
        : null;
    return [failed ?? messageFinding(answers, channel.knobs)];
  }
}

const unreadable = faultFinding(
  "channels",
  "The channels cannot be read from the store.",
  "Check the store's disk or database, and the gateway's log.",
);

function unknown(channelId: string): Finding {
  const advice = "See which there are: `parley channels list`.";
  return { ...faultFinding("channels", "There is no such channel.", advice), channelId };
}
