import type { AgentBackend } from "../ports/agent-backend.ts";
import type { DeliveredListener } from "../ports/delivered-listener.ts";
import type { TypingListener } from "../ports/typing-listener.ts";
import type { WorkNotices } from "../ports/stores/work-notices.ts";
import { AvailabilityCache } from "./inbound/availability-cache.ts";
import { BackendCaller } from "./inbound/backend-caller.ts";
import { ConversationLimit } from "./inbound/conversation-limit.ts";
import { Dispatcher } from "./dispatch/dispatcher.ts";
import { InboundCarrier } from "./inbound/inbound-carrier.ts";
import { InboundTyping } from "./typing/inbound-typing.ts";
import { DurableInbox } from "./inbound/inbox.ts";
import { OutboundCarrier } from "./outbound/outbound-carrier.ts";
import type { EngineParts } from "./engine-parts.ts";
import { type PluginPorts, Plugins } from "./state/plugins.ts";
import { NoticeCarrier } from "./inbound/notice-carrier.ts";
import { ReportPriority } from "./inbound/report-priority.ts";
import { ReportCarrier } from "./inbound/report-carrier.ts";
import { claimFailureTexts, StoreFailureLog } from "./commit/store-failure-log.ts";
import { errorName } from "./error-facts.ts";

/** Attempts in flight have this long at shutdown before they are aborted. */
const timeoutMs = 8_000;

/** The ports of the agent app, and those that depend on it. */
interface AgentAppPorts extends PluginPorts {
  readonly backend: AgentBackend;
  readonly listener: TypingListener;
  /** `null`: nobody wants to hear of delivered messages. */
  readonly delivered: DeliveredListener | null;
  /** `null` when the store sends no notices. */
  readonly notices: WorkNotices | null;
}

/** The running engine: inbox, dispatcher and typing over the parts and an agent app. */
export class Engine {
  readonly inbox: DurableInbox;
  readonly #parts: EngineParts;
  readonly #dispatcher: Dispatcher;
  readonly #inboundTyping: InboundTyping;
  readonly #plugins: Plugins;
  readonly #reportPriority: ReportPriority;

  constructor(parts: EngineParts, agentApp: AgentAppPorts) {
    const { backend, listener, delivered, notices } = agentApp;
    const { observers, activity, book, watch, queue, reader, endpoint, turn } = parts;
    const { messages, conversations, clock, timers, random, digest, logger, bounds, signals } =
      parts.ports;
    const { unsettledCalls, pauses } = parts;
    const caller = () =>
      new BackendCaller({ clock, timers, watch, observers, logger, turn, unsettledCalls, pauses });
    const reportPriority = new ReportPriority(delivered === null ? null : signals);
    const { deliveryStore } = parts.ports;
    const typing = new InboundTyping({
      conversations,
      listener,
      activity,
      clock,
      timers,
      signals,
    });
    this.#parts = parts;
    this.#inboundTyping = typing;
    this.#plugins = new Plugins(parts, agentApp);
    this.#reportPriority = reportPriority;
    this.inbox = new DurableInbox({
      channels: reader,
      availability: new AvailabilityCache({ backend, pauses, clock, timers }),
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
        inbound: new InboundCarrier({ backend, caller: caller(), clock, random, logger }),
        outbound: new OutboundCarrier({
          channels: reader,
          endpoint,
          clock,
          watch,
          observers,
          typing: parts.outboundTyping,
          turn,
          answers: parts.answers,
          notifies: delivered !== null,
        }),
        reports: new ReportCarrier({
          backend,
          caller: caller(),
          deliveries: deliveryStore,
          reportPriority,
          clock,
          random,
          logger,
        }),
        notices: new NoticeCarrier({
          listener: delivered,
          caller: caller(),
          deliveries: deliveryStore,
          reportPriority,
          clock,
          random,
        }),
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

  /** @throws the store's error */
  async start(): Promise<void> {
    try {
      await this.#parts.pauses.start(() => this.#dispatcher.wake());
      this.#reportPriority.start();
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
    this.#reportPriority.stop();
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
    await this.#parts.pauses.stop(timeoutMs);
  }
}
