import { fileURLToPath } from "node:url";
import {
  AgentBackend,
  BackupSource,
  Clock,
  Conversations,
  Logger,
  Observer,
  Outbox,
  Random,
  Timers,
  TypingListener,
} from "@parley/core";
import { ContainerModule, type ServiceIdentifier } from "inversify";
import { openAccounts } from "./better-auth-accounts.ts";
import { ConsoleApp } from "./console-app.ts";
import { ConsoleBackupSource } from "./backup-source.ts";
import { ConsoleBackend } from "./console-backend.ts";
import { type ConsoleDatabase, openConsoleDatabase } from "./console-database.ts";
import { consoleRouter } from "./console-router.ts";
import { EventStreams } from "./event-streams.ts";
import { ensureFirstAccount, type FirstAccountOptions } from "./first-account.ts";
import { LiveEvents } from "./live-events.ts";
import { PasswordChecks } from "./password-checks.ts";
import { Presence } from "./presence.ts";
import { SignInLimit, type SignInLimitOptions } from "./sign-in-limit.ts";

export interface AgentConsoleOptions {
  /** Where `console.db` lives: accounts, sessions and presence. Made when it is not there. */
  readonly directory: string;
  /** How agents reach the host, such as `https://chat.example`; with `https:` cookies are sent over TLS only. */
  readonly baseUrl: string;
  /** The account made when there is none yet; what is left out is made up. */
  readonly firstAccount?: FirstAccountOptions;
  /** Wrong passwords per client address, and per email from anywhere; default 20 in 300 s. */
  readonly signInLimit?: SignInLimitOptions;
  /** Where the built page lies; default: the one in this package. */
  readonly pageDirectory?: string;
}

const database = Symbol("console database") as ServiceIdentifier<ConsoleDatabase>;
const presence = Symbol("console presence") as ServiceIdentifier<Presence>;
const live = Symbol("console live events") as ServiceIdentifier<LiveEvents>;
const backend = Symbol("console backend") as ServiceIdentifier<ConsoleBackend>;

/** The embedded agent app: an agent backend, and a `ConsoleApp` for the host to mount at `/console`. */
export const agentConsole = (options: AgentConsoleOptions): ContainerModule => {
  const { directory, baseUrl, firstAccount = {} } = options;
  const signInLimit = options.signInLimit ?? { attempts: 20, seconds: 300 };
  const pageDirectory =
    options.pageDirectory ?? fileURLToPath(new URL("../dist/page", import.meta.url));

  return new ContainerModule(({ bind }) => {
    bind(database)
      .toResolvedValue((random: Random) => openConsoleDatabase(directory, random), [Random])
      .inSingletonScope()
      .onDeactivation((opened) => opened.close());
    bind(presence)
      .toResolvedValue(
        (opened: ConsoleDatabase, clock: Clock) => new Presence(opened, clock),
        [database, Clock],
      )
      .inSingletonScope();
    bind(live)
      .toResolvedValue((random: Random) => new LiveEvents(random.token(8)), [Random])
      .inSingletonScope();
    bind(backend)
      .toResolvedValue(
        (events: LiveEvents, who: Presence) => new ConsoleBackend(events, who),
        [live, presence],
      )
      .inSingletonScope();
    bind(AgentBackend).toService(backend);
    bind(TypingListener).toService(backend);
    bind(Observer).toService(backend);
    bind(BackupSource)
      .toResolvedValue((opened) => new ConsoleBackupSource(opened.connection), [database])
      .inSingletonScope();

    bind(ConsoleApp)
      .toResolvedValue(
        async (
          opened: ConsoleDatabase,
          who: Presence,
          events: LiveEvents,
          outbox: Outbox,
          conversations: Conversations,
          timers: Timers,
          random: Random,
          logger: Logger,
        ): Promise<ConsoleApp> => {
          const accounts = await openAccounts(opened, baseUrl, logger);
          const streams = new EventStreams(events, who, timers, conversations);
          const router = consoleRouter({
            accounts,
            presence: who,
            live: events,
            streams,
            limit: new SignInLimit(signInLimit),
            checks: new PasswordChecks(),
            conversations,
            outbox,
            baseUrl,
            pageDirectory,
            logger,
          });
          return {
            router,
            firstAccount: await ensureFirstAccount(accounts, firstAccount, random),
            close: () => streams.close(),
          };
        },
        [database, presence, live, Outbox, Conversations, Timers, Random, Logger],
      )
      .inSingletonScope()
      .onDeactivation((app) => app.close());
  });
};
