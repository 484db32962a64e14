import type { WorkNotices } from "../ports/stores/work-notices.ts";
import { AgentLanes } from "./backends/agent-lanes.ts";
import { CarrierByBackend } from "./backends/carrier-by-backend.ts";
import type { ConnectedBackends } from "./backends/connected-backends.ts";
import { openBackends } from "./backends/open-backends.ts";
import { AvailabilityCache } from "./inbound/availability-cache.ts";
import { ConversationLimit } from "./inbound/conversation-limit.ts";
import { Dispatcher } from "./dispatch/dispatcher.ts";
import { InboundTyping } from "./typing/inbound-typing.ts";
import { DurableInbox } from "./inbound/inbox.ts";
import { OutboundCarrier } from "./outbound/outbound-carrier.ts";
import type { EngineParts } from "./engine-parts.ts";
import { type PluginPorts, Plugins } from "./state/plugins.ts";
import { claimFailureTexts, StoreFailureLog } from "./commit/store-failure-log.ts";
import { errorName } from "./error-facts.ts";

/** Attempts in flight have this long at shutdown before they are aborted. */
const timeoutMs = 8_000;

/** The agent apps, and the ports that depend on them. */
interface AgentPorts extends PluginPorts {
  readonly backends: ConnectedBackends;
  /** `null` when the store sends no notices. */
  readonly notices: WorkNotices | null;
}

/** The running engine: inbox, dispatcher and typing over the parts and the agent apps. */
export class Engine {
  readonly inbox: DurableInbox;
  readonly #parts: EngineParts;
  readonly #backends: ConnectedBackends;
  readonly #dispatcher: Dispatcher;
  readonly #inboundTyping: InboundTyping;
  readonly #plugins: Plugins;
  readonly #lanes: ReadonlyMap<string, AgentLanes>;

  constructor(parts: EngineParts, agentPorts: AgentPorts) {
    const { backends, notices } = agentPorts;
    const { observers, activity, book, watch, queue, reader, endpoint, turn, pauses } = parts;
    const { messages, conversations, clock, timers, random, digest, logger, bounds, signals } =
      parts.ports;
    const typing = new InboundTyping({
      conversations,
      listener: backends.typing,
      activity,
      clock,
      timers,
      signals,
    });
    const lanes = new Map(
      backends.all.map((one) => [one.name, new AgentLanes(parts, one, backends.failOver)] as const),
    );
    for (const [gone, name] of Object.entries(backends.reassign)) {
      const own = lanes.get(name);
      if (own !== undefined) lanes.set(gone, own);
    }
    const carriers = (kind: "inbound" | "reports" | "notices") =>
      new CarrierByBackend(new Map([...lanes].map(([name, own]) => [name, own[kind]])));
    this.#parts = parts;
    this.#backends = backends;
    this.#inboundTyping = typing;
    this.#plugins = new Plugins(parts, agentPorts);
    this.#lanes = lanes;
    this.inbox = new DurableInbox({
      channels: reader,
      availability: new AvailabilityCache({ backends, pauses, clock, timers }),
      routing: backends.routing,
      queue,
      limit: new ConversationLimit(clock, bounds.newConversationsPerMinute),
      typing,
      digest,
      random,
      clock,
      observers,
      quirks: parts.quirks,
      turn,
    });
    this.#dispatcher = new Dispatcher({
      store: messages,
      queue,
      book,
      carriers: {
        inbound: carriers("inbound"),
        outbound: new OutboundCarrier({
          channels: reader,
          endpoint,
          clock,
          watch,
          observers,
          typing: parts.outboundTyping,
          turn,
          answers: parts.answers,
          backends,
        }),
        reports: carriers("reports"),
        notices: carriers("notices"),
      },
      activity,
      watch,
      pauses,
      observers,
      trouble: new StoreFailureLog(claimFailureTexts, logger, clock),
      clock,
      timers,
      logger,
      notices,
    });
  }

  /** @throws ParleyError `owner-missing`, `earlier-node-running`, and the store's error */
  async start(): Promise<void> {
    const { owners, pauses } = this.#parts;
    try {
      owners.start(this.#backends.rules);
      await openBackends(this.#parts, this.#backends);
      await this.#backends.failOver.start();
      await pauses.start(() => this.#dispatcher.wake());
      for (const lanes of new Set(this.#lanes.values())) lanes.start();
      await this.#dispatcher.start();
      await this.#plugins.start();
    } catch (error) {
      // What has begun must not go on with adapters that are closed now.
      await this.stop();
      throw error;
    }
  }

  /** Whether the dispatcher runs and the store can write. */
  async ready(): Promise<boolean> {
    if (!this.#dispatcher.running) return false;
    return this.#parts.queue.canWrite();
  }

  drain(): void {
    this.#dispatcher.drain();
  }

  /** Drains, ends typing, waits for attempts in flight, and releases the other leases. Never throws. */
  async stop(): Promise<void> {
    for (const lanes of this.#lanes.values()) lanes.stop();
    this.#parts.owners.stop();
    const othersEnded = Promise.all([
      this.#plugins.stop(timeoutMs),
      this.#inboundTyping.stop(timeoutMs),
      this.#parts.outboundTyping.stop(timeoutMs),
    ]);
    try {
      await this.#dispatcher.stop(timeoutMs);
    } catch (error) {
      this.#parts.ports.logger.warn("leases could not be released; they expire by themselves", {
        error: errorName(error),
      });
    }
    await othersEnded;
    // An attempt that has just ended may have asked for a pause.
    await Promise.all([
      this.#parts.pauses.stop(timeoutMs),
      this.#backends.failOver.stop(timeoutMs),
    ]);
  }
}
