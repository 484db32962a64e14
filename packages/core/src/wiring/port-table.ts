import type { ServiceIdentifier } from "inversify";
import { Bounds } from "../engine/bounds.ts";
import { OwnerListener } from "../ports/owner-listener.ts";
import { AgentRouter } from "../ports/agent-router.ts";
import { AgentBackend } from "../ports/agent-backend.ts";
import { DeliveredListener } from "../ports/delivered-listener.ts";
import { Door } from "../ports/door.ts";
import { DueListener } from "../ports/due-listener.ts";
import { ErasureListener } from "../ports/erasure-listener.ts";
import { Clock } from "../ports/platform/clock.ts";
import { Digest } from "../ports/platform/digest.ts";
import { Logger } from "../ports/platform/logger.ts";
import { Observer } from "../ports/platform/observer.ts";
import { Random } from "../ports/platform/random.ts";
import { Timers } from "../ports/platform/timers.ts";
import { Diagnostician } from "../ports/services/diagnostician.ts";
import { BackupSource } from "../ports/stores/backup-source.ts";
import { BackendStore } from "../ports/stores/backend-store.ts";
import { ChannelStore } from "../ports/stores/channel-store.ts";
import { ConversationStore } from "../ports/stores/conversation-store.ts";
import { DeadLetterStore } from "../ports/stores/dead-letter-store.ts";
import { DeliveryStore } from "../ports/stores/delivery-store.ts";
import { ErasureStore } from "../ports/stores/erasure-store.ts";
import { MessageStore } from "../ports/stores/message-store.ts";
import { OwnerStore } from "../ports/stores/owner-store.ts";
import { PauseStore } from "../ports/stores/pause-store.ts";
import { RetentionStore } from "../ports/stores/retention-store.ts";
import { SearchStore } from "../ports/stores/search-store.ts";
import { Signals } from "../ports/stores/signals.ts";
import { StateStore } from "../ports/stores/state-store.ts";
import { WorkNotices } from "../ports/stores/work-notices.ts";
import { HttpClient } from "../ports/http-client.ts";
import { MediaStore } from "../ports/media-store.ts";
import { TargetCheck } from "../ports/target-check.ts";
import { Transport } from "../ports/transport.ts";
import { TransportProbe } from "../ports/transport-probe.ts";
import { TypingListener } from "../ports/typing-listener.ts";
import { GatewayOptionsToken } from "./gateway-options.ts";

/** A port, as `createGateway` checks it. */
export interface PortRow {
  readonly token: ServiceIdentifier;
  readonly name: string;
  /** How many adapters may provide it. */
  readonly count: "one" | "at-most-one" | "any";
  /** Methods that every implementation has. */
  readonly methods: readonly string[];
  /** Whether it is bound under the name of an instance. Default: no. */
  readonly isOfInstance?: boolean;
  /** Whether an agent app's module provides it. Default: only adapters of the gateway do. */
  readonly isOfAgent?: boolean;
  /** What to pass when nothing provides the port. Only for `one`. */
  readonly provider: string;
}

const store = "a store, such as storeSqlite(…)";
const platform = "a platform, such as platformNode()";

/** Every port, in the order in which `createGateway` opens them: the platform first, the agent app last. */
export const ports: readonly PortRow[] = [
  one(Timers, "Timers", ["after", "soon"], platform),
  one(Logger, "Logger", ["debug", "info", "warn", "error"], platform),
  one(Clock, "Clock", ["now"], platform),
  one(Random, "Random", ["token", "fraction"], platform),
  one(Digest, "Digest", ["of", "equal", "mac"], platform),
  one(MessageStore, "MessageStore", ["commit", "claim", "release", "nextDueAt"], store),
  one(ConversationStore, "ConversationStore", ["find", "list", "messages", "erase"], store),
  one(ChannelStore, "ChannelStore", ["find", "list", "save", "remove"], store),
  one(DeadLetterStore, "DeadLetterStore", ["deadLetters"], store),
  one(DeliveryStore, "DeliveryStore", ["deliveries", "delivery", "backlog", "sentMessage"], store),
  one(RetentionStore, "RetentionStore", ["purge", "expireEntries"], store),
  one(ErasureStore, "ErasureStore", ["notices", "remove", "entries", "removeEntries"], store),
  one(StateStore, "StateStore", ["get", "list", "claimDue", "usage"], store),
  one(PauseStore, "PauseStore", ["pauses", "save", "resume", "longestPaused"], store),
  one(OwnerStore, "OwnerStore", ["owned", "history", "counts"], store),
  one(BackendStore, "BackendStore", ["open", "answers", "saveAnswers"], store),
  atMostOne(SearchStore, "SearchStore", ["index", "find"]),
  atMostOne(Signals, "Signals", ["publish", "listen"]),
  atMostOne(WorkNotices, "WorkNotices", ["listen"]),
  agent(any(BackupSource, "BackupSource", ["write", "verify"])),
  one(Transport, "Transport", ["post"], "a transport, such as transportUndici()"),
  atMostOne(TransportProbe, "TransportProbe", ["probe"]),
  atMostOne(TargetCheck, "TargetCheck", ["check"]),
  atMostOne(HttpClient, "HttpClient", ["request"]),
  atMostOne(Bounds, "Bounds", []),
  atMostOne(GatewayOptionsToken, "gatewayOptions", []),
  atMostOne(MediaStore, "MediaStore", ["copy"]),
  agent(any(Observer, "Observer", ["notice"])),
  agent(any(Diagnostician, "Diagnostician", ["diagnose"])),
  agent(any(ErasureListener, "ErasureListener", ["erased"])),
  agent({ ...any(DueListener, "DueListener", ["due"]), isOfInstance: true }),
  agent({ ...any(Door, "Door", ["handle"]), isOfInstance: true }),
  agent(atMostOne(TypingListener, "TypingListener", ["typing"])),
  agent(atMostOne(DeliveredListener, "DeliveredListener", ["delivered"])),
  agent(atMostOne(OwnerListener, "OwnerListener", ["owner"])),
  atMostOne(AgentRouter, "AgentRouter", ["choose", "candidates"]),
  agent(
    one(
      AgentBackend,
      "AgentBackend",
      ["availability", "receive", "report"],
      "an agent app, such as agentConsole(…)",
    ),
  ),
];

function agent(row: PortRow): PortRow {
  return { ...row, isOfAgent: true };
}

type Methods<Port> = readonly (keyof Port & string)[];

function one<Port>(
  token: ServiceIdentifier<Port>,
  name: string,
  methods: Methods<Port>,
  provider: string,
): PortRow {
  return { token, name, count: "one", methods, provider };
}

function atMostOne<Port>(
  token: ServiceIdentifier<Port>,
  name: string,
  methods: Methods<Port>,
): PortRow {
  return { token, name, count: "at-most-one", methods, provider: "" };
}

function any<Port>(token: ServiceIdentifier<Port>, name: string, methods: Methods<Port>): PortRow {
  return { token, name, count: "any", methods, provider: "" };
}
