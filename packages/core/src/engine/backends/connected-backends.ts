import { defaultBackend } from "../../model/backend-pause.ts";
import type { AgentRouter } from "../../ports/agent-router.ts";
import type { Lease } from "../../ports/stores/message-store.ts";
import type { TypingListener } from "../../ports/typing-listener.ts";
import type { EngineParts } from "../engine-parts.ts";
import { StoreFailureLog } from "../commit/store-failure-log.ts";
import type { OwnerRules } from "../owners/owner-service.ts";
import { BackendAnswers } from "./backend-answers.ts";
import type { ConnectedBackend } from "./connected-backend.ts";
import { FailOver } from "./fail-over.ts";
import { CheckedRouting, type Routing, singleRouting } from "./routing.ts";

const answersFailureTexts = {
  fails: "the answers of agent apps could not be read or written",
  ends: "the answers of agent apps can be read and written again",
};

/** All agent apps of a gateway, and who gets what. */
export class ConnectedBackends {
  readonly all: readonly ConnectedBackend[];
  readonly routing: Routing;
  readonly failOver: FailOver;
  /** The backend that goes on with what `default` had; `null`: none. */
  readonly takesDefault: string | null;
  /** Who gets the conversations of backends that are not there any more. */
  readonly reassign: Readonly<Record<string, string>>;
  /** Tells the owner of a conversation that its visitor types. */
  readonly typing: TypingListener;
  readonly #byName: ReadonlyMap<string, ConnectedBackend>;

  /** @param router `null`: there is one agent app */
  constructor(parts: EngineParts, all: readonly ConnectedBackend[], router: AgentRouter | null) {
    const { logger, clock } = parts.ports;
    this.all = all;
    this.#byName = new Map(all.map((one) => [one.name, one]));
    this.routing = router === null ? singleRouting : new CheckedRouting(router, logger, clock);
    this.takesDefault = router === null ? defaultBackend : router.takesDefault;
    this.reassign = router?.reassign ?? {};
    this.failOver = failOverOf(parts, this.routing);
    const [only] = all;
    this.typing =
      router === null ? (only?.typing ?? nobody) : this.#typingByOwner(parts.ports.conversations);
  }

  find(name: string): ConnectedBackend | null {
    return this.#byName.get(name) ?? null;
  }

  /**
   * Whether it hears which of its messages were delivered. Of a backend that only other nodes have nobody knows that here:
   * its notice is stored, and they drop what it does not want.
   */
  hearsDelivered(name: string): boolean {
    const backend = this.find(name);
    return backend === null || backend.delivered !== null;
  }

  /**
   * The backend that hears what became of a message: the one that sent it. `default` with a router: the gateway sent it
   * itself while it was nobody's, and whoever owns the conversation now hears of it.
   */
  reporterOf({ backend, conversation }: Pick<Lease, "backend" | "conversation">): string {
    if (backend !== defaultBackend || this.#byName.has(backend)) return backend;
    return conversation.owner.backend ?? this.all[0]?.name ?? backend;
  }

  get rules(): OwnerRules {
    return {
      has: (backend) => this.#byName.has(backend),
      listens: (backend) => (this.find(backend)?.owner ?? null) !== null,
      choose: (channelId, profile) => this.routing.choose({ channelId, profile }),
    };
  }

  #typingByOwner(conversations: EngineParts["ports"]["conversations"]): TypingListener {
    return {
      typing: async (conversationId, type) => {
        const owner = (await conversations.find({ id: conversationId }))?.owner.backend ?? null;
        if (owner !== null) await this.find(owner)?.typing?.typing(conversationId, type);
      },
    };
  }
}

/** Stands in for an agent app that does not show typing. */
const nobody: TypingListener = { typing: () => Promise.resolve() };

function failOverOf({ ports, owners, book }: EngineParts, { failOver: rules }: Routing): FailOver {
  const { backendStore: store, clock, timers, logger } = ports;
  const names = new Set([...rules].flatMap(([backend, { to }]) => [backend, to]));
  const answersOf = (backend: string) => {
    const failureLog = new StoreFailureLog(answersFailureTexts, logger, clock);
    return new BackendAnswers({ backend, store, clock, timers, failureLog });
  };
  const answers = new Map([...names].map((name) => [name, answersOf(name)]));
  return new FailOver({ rules, answers, owners, book, clock, timers, logger });
}
