import { fileURLToPath } from "node:url";
import {
  AgentBackend,
  BackupSource,
  ChannelAdmin,
  Channels,
  Clock,
  Conversations,
  Deliveries,
  Diagnostician,
  Logger,
  Observer,
  Outbox,
  ParleyError,
  Random,
  Signals,
  Timers,
  TypingListener,
} from "@parley/core";
import {
  ContainerModule,
  type ContainerModuleLoadOptions,
  type ServiceIdentifier,
} from "inversify";
import { ConsoleApp } from "./console-app.ts";
import { ConsoleBackupSource } from "./database/backup-source.ts";
import { ConsoleBackend } from "./console-backend.ts";
import type { ConsoleDatabase } from "./database/console-database.ts";
import { ConsoleDiagnostician } from "./diagnosis.ts";
import type { FirstAccountOptions } from "./accounts/first-account.ts";
import { LiveEvents } from "./live/live-events.ts";
import { LiveSignals } from "./live/live-signals.ts";
import { type ConsoleSettings, openConsoleApp } from "./open-console-app.ts";
import { openPostgresConsole, type PostgresConsoleOptions } from "./database/postgres-console.ts";
import { defaultPresenceMs, Presence } from "./accounts/presence.ts";
import type { SignInLimitOptions } from "./sign-in/sign-in-limit.ts";
import { checkSingleSignOn, type SingleSignOnOptions } from "./sign-in/single-sign-on-options.ts";
import { consoleFileIn, openSqliteConsole, type SqliteConsole } from "./database/sqlite-console.ts";

export interface AgentConsoleOptions {
  /** Where `console.db` lives: accounts, sessions and presence of one gateway. Made when it is not there. */
  readonly directory?: string;
  /** In place of `directory`: accounts, sessions and presence in PostgreSQL, shared by all nodes of a gateway. */
  readonly database?: PostgresConsoleOptions;
  /**
   * How agents reach the host, such as `https://chat.example`: pages of another origin are refused. With `https:`
   * cookies are sent over TLS only.
   */
  readonly baseUrl: string;
  /** The account made when there is none yet; what is left out is made up. */
  readonly firstAccount?: FirstAccountOptions;
  /** Where the ingress is mounted, as the world sees it; default: `/chat` at the origin of `baseUrl`. */
  readonly ingressUrl?: string;
  /** A provider of OpenID Connect to sign in at, beside passwords; default: none. */
  readonly singleSignOn?: SingleSignOnOptions;
  /**
   * Wrong passwords per client address, and per email from all browsers that are strange to its account; links that
   * lead nowhere, per client address. Default 20 in 300 s.
   */
  readonly signInLimit?: SignInLimitOptions;
  /** Where the built page lies; default: the one in this package. */
  readonly pageDirectory?: string;
  /**
   * For how long an agent who is available counts as there after their last page, app or call, unless they chose to stay
   * available when their page is closed. Default 300; below 180 a hidden tab may not be heard of in time.
   */
  readonly presenceSeconds?: number;
}

/** For pages that were cut off and come back. */
const keptEvents = 1_000;

const database = Symbol("console database") as ServiceIdentifier<ConsoleDatabase>;
const presence = Symbol("console presence") as ServiceIdentifier<Presence>;
const live = Symbol("console live events") as ServiceIdentifier<LiveEvents>;
const signals = Symbol("console signals") as ServiceIdentifier<LiveSignals>;
const backend = Symbol("console backend") as ServiceIdentifier<ConsoleBackend>;

/**
 * The embedded agent app: an agent backend, and a `ConsoleApp` for the host to mount at `/console`.
 * @throws ParleyError `console-database-unusable` unless it is told one of `directory` and `database`;
 * `console-sso-invalid`, `invalid-option`
 */
export const agentConsole = (options: AgentConsoleOptions): ContainerModule => {
  const place = placeOf(options);
  const settings = settingsOf(options);

  return new ContainerModule(({ bind }) => {
    if ("directory" in place) bindFile(bind, place.directory);
    else bindPostgres(bind, place);
    bind(presence)
      .toResolvedValue(
        (opened: ConsoleDatabase, clock: Clock) => new Presence(opened, clock, settings.presenceMs),
        [database, Clock],
      )
      .inSingletonScope();
    bind(signals)
      .toResolvedValue((port: Signals) => new LiveSignals(port), [Signals])
      .inSingletonScope();
    bind(live)
      .toResolvedValue(
        (random: Random, toOthers: LiveSignals) =>
          new LiveEvents(random.token(8), keptEvents, (event) => toOthers.tell(event)),
        [Random, signals],
      )
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
    bind(Diagnostician)
      .toResolvedValue(
        (opened) =>
          new ConsoleDiagnostician(opened, {
            baseUrl: settings.baseUrl,
            madeFirstPassword: settings.firstAccount.password === undefined,
            file: "directory" in place ? consoleFileIn(place.directory) : null,
          }),
        [database],
      )
      .inSingletonScope();

    bind(ConsoleApp)
      .toResolvedValue(
        (
          opened: ConsoleDatabase,
          who: Presence,
          events: LiveEvents,
          toOthers: LiveSignals,
          outbox: Outbox,
          conversations: Conversations,
          channels: Channels,
          channelAdmin: ChannelAdmin,
          deliveries: Deliveries,
          clock: Clock,
          timers: Timers,
          random: Random,
          logger: Logger,
        ): Promise<ConsoleApp> =>
          openConsoleApp(
            {
              database: opened,
              presence: who,
              live: events,
              signals: toOthers,
              outbox,
              conversations,
              channels,
              channelAdmin,
              deliveries,
              clock,
              timers,
              random,
              logger,
            },
            settings,
          ),
        [
          database,
          presence,
          live,
          signals,
          Outbox,
          Conversations,
          Channels,
          ChannelAdmin,
          Deliveries,
          Clock,
          Timers,
          Random,
          Logger,
        ],
      )
      .inSingletonScope()
      .onDeactivation((app) => app.close());
  });
};

function placeOf({
  directory,
  database,
}: AgentConsoleOptions): { readonly directory: string } | PostgresConsoleOptions {
  if (directory !== undefined && database === undefined) return { directory };
  if (database !== undefined && directory === undefined) return database;
  throw new ParleyError(
    "console-database-unusable",
    "agentConsole needs either a directory or a database for its accounts.",
  );
}

/** A file, which is part of every backup; PostgreSQL has tools of its own for that. */
function bindFile(bind: ContainerModuleLoadOptions["bind"], directory: string): void {
  const file = Symbol("console file") as ServiceIdentifier<SqliteConsole>;
  bind(file)
    .toResolvedValue((random: Random) => openSqliteConsole(directory, random), [Random])
    .inSingletonScope()
    .onDeactivation((opened) => opened.close());
  bind(database).toService(file);
  bind(BackupSource)
    .toResolvedValue(({ connection }) => new ConsoleBackupSource(connection), [file])
    .inSingletonScope();
}

function bindPostgres(
  bind: ContainerModuleLoadOptions["bind"],
  options: PostgresConsoleOptions,
): void {
  bind(database)
    .toResolvedValue((random: Random) => openPostgresConsole(options, random), [Random])
    .inSingletonScope()
    .onDeactivation((opened) => opened.close());
}

function settingsOf(options: AgentConsoleOptions): ConsoleSettings {
  const { baseUrl, firstAccount = {}, singleSignOn = null } = options;
  if (singleSignOn !== null) checkSingleSignOn(singleSignOn);
  const ingressUrl = options.ingressUrl ?? `${new URL(baseUrl).origin}/chat`;
  const presenceMs =
    options.presenceSeconds === undefined ? defaultPresenceMs : options.presenceSeconds * 1_000;
  if (!(presenceMs > 0) || !Number.isFinite(presenceMs)) {
    const message = "agentConsole: presenceSeconds must be a number above 0.";
    throw new ParleyError("invalid-option", message);
  }
  return {
    baseUrl,
    ingressUrl: ingressUrl.replace(/\/+$/, ""),
    pageDirectory: options.pageDirectory ?? fileURLToPath(new URL("../page/dist", import.meta.url)),
    firstAccount,
    signInLimit: options.signInLimit ?? { attempts: 20, seconds: 300 },
    singleSignOn,
    presenceMs,
  };
}
