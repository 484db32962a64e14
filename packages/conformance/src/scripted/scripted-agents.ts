import {
  AgentBackend,
  AgentRouter,
  type Clock,
  Conversations,
  DeadLetters,
  DeliveredListener,
  Deliveries,
  ErasureListener,
  Outbox,
  OwnedConversations,
  OwnerListener,
  type OwnerNotice,
  Owners,
  Pauses,
  Readiness,
  TypingListener,
  type TypingType,
} from "@parley/core";
import { ContainerModule } from "inversify";
import { ScriptedBackend } from "./scripted-backend.ts";
import { ScriptedErasureListener } from "./scripted-erasure-listener.ts";

/** What an agent app is given. */
export interface AgentServices {
  readonly outbox: Outbox;
  readonly conversations: Conversations;
  readonly deliveries: Deliveries;
  readonly deadLetters: DeadLetters;
  readonly owners: Owners;
  readonly owned: OwnedConversations;
  readonly pauses: Pauses;
  readonly readiness: Readiness;
}

/** One scripted agent app of a router, and what it has heard. */
export class ScriptedAgent {
  readonly backend: ScriptedBackend;
  readonly erasures = new ScriptedErasureListener();
  readonly typings: { readonly conversationId: string; readonly type: TypingType }[] = [];
  /** Changes of owner that it took. */
  readonly owners: OwnerNotice[] = [];
  /** `false`: it throws when it hears of a change of owner. */
  takesOwners = true;
  #services: AgentServices | null = null;

  constructor(clock: Clock) {
    this.backend = new ScriptedBackend(clock);
  }

  /** Of the gateway that was started last. */
  get services(): AgentServices {
    if (this.#services === null) throw new Error("the gateway has not opened the agent app");
    return this.#services;
  }

  /** An adapter as it would be without a router. */
  adapter(): ContainerModule {
    return new ContainerModule(({ bind }) => {
      bind(AgentBackend)
        .toResolvedValue(
          (
            outbox: Outbox,
            conversations: Conversations,
            deliveries: Deliveries,
            deadLetters: DeadLetters,
            owners: Owners,
            owned: OwnedConversations,
            pauses: Pauses,
            readiness: Readiness,
          ) => {
            const kept = { outbox, conversations, deliveries, deadLetters };
            this.#services = { ...kept, owners, owned, pauses, readiness };
            return this.backend;
          },
          [
            Outbox,
            Conversations,
            Deliveries,
            DeadLetters,
            Owners,
            OwnedConversations,
            Pauses,
            Readiness,
          ],
        )
        .inSingletonScope();
      bind(DeliveredListener).toConstantValue(this.backend);
      bind(ErasureListener).toConstantValue(this.erasures);
      bind(TypingListener).toConstantValue({
        typing: async (conversationId, type) => void this.typings.push({ conversationId, type }),
      });
      bind(OwnerListener).toConstantValue({
        owner: async (notice) => {
          if (!this.takesOwners) throw new Error("the agent app is down");
          this.owners.push(notice);
          return { outcome: "taken" };
        },
      });
    });
  }
}

/** What a router is made of, besides its agent apps. */
export type RouterOptions = Partial<Omit<AgentRouter, "modules">>;

/** A router of scripted agent apps. Without options, the first one gets every conversation. */
export function scriptedRouter(
  agents: Readonly<Record<string, Pick<ScriptedAgent, "adapter">>>,
  options: RouterOptions = {},
): ContainerModule {
  const names = Object.keys(agents);
  const modules = Object.entries(agents).map(([name, agent]) => [name, agent.adapter()] as const);
  const router: AgentRouter = {
    takesDefault: null,
    choose: () => names[0] ?? "",
    candidates: () => names,
    // A module may offer backends that only its script knows.
    receivers: [],
    mayRead: {},
    mayAssign: [],
    failOver: {},
    reassign: {},
    ...options,
    modules: Object.fromEntries(modules),
  };
  return new ContainerModule(({ bind }) => {
    bind(AgentRouter).toConstantValue(router);
  });
}
