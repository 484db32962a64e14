import {
  AgentBackend,
  Conversations,
  Observer,
  OwnBackends,
  OwnerListener,
  Timers,
  TypingListener,
} from "@parley/core";
import type { ContainerModuleLoadOptions, ServiceIdentifier } from "inversify";
import type { Presence } from "./accounts/presence.ts";
import { ConsoleBackend } from "./console-backend.ts";
import { ConsoleObserver } from "./console-observer.ts";
import type { FirstMinute } from "./first-minute/first-minute.ts";
import type { LiveEvents } from "./live/live-events.ts";
import { OwnerNews } from "./owners/owner-news.ts";
import { Ownership } from "./owners/ownership.ts";

export const ownership = Symbol("console ownership") as ServiceIdentifier<Ownership>;
const observer = Symbol("console observer") as ServiceIdentifier<ConsoleObserver>;
const backend = Symbol("console backend") as ServiceIdentifier<ConsoleBackend>;

interface BackendGround {
  readonly live: ServiceIdentifier<LiveEvents>;
  readonly presence: ServiceIdentifier<Presence>;
  readonly firstMinute: ServiceIdentifier<FirstMinute>;
}

/** Binds the console as an agent app, with everything that it hears. */
export function bindBackend(
  bind: ContainerModuleLoadOptions["bind"],
  { live, presence, firstMinute }: BackendGround,
): void {
  bind(ownership)
    .toResolvedValue((own: OwnBackends) => new Ownership(own), [OwnBackends])
    .inSingletonScope();
  bind(observer).toConstantValue(new ConsoleObserver());
  bind(backend)
    .toResolvedValue(consoleBackend, [
      live,
      presence,
      firstMinute,
      Conversations,
      Timers,
      ownership,
      observer,
    ])
    .inSingletonScope()
    .onDeactivation((opened) => opened.close());
  bind(AgentBackend).toService(backend);
  bind(TypingListener).toService(backend);
  bind(OwnerListener).toService(backend);
  bind(Observer).toService(observer);
}

function consoleBackend(
  live: LiveEvents,
  presence: Presence,
  firstMinute: FirstMinute,
  conversations: Conversations,
  timers: Timers,
  whose: Ownership,
  observed: ConsoleObserver,
): ConsoleBackend {
  const parts = { conversations, timers, live, ownership: whose };
  const ownerNews = new OwnerNews(parts);
  const opened = new ConsoleBackend({ ...parts, presence, firstMinute, ownerNews });
  observed.passTo(opened);
  return opened;
}
