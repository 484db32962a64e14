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
  TargetCheck,
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
  /** Directory of `console.db`: accounts, sessions and presence of one gateway. Created when missing. */
  readonly directory?: string;
  /** Replaces `directory`: accounts, sessions and presence in PostgreSQL, shared by all nodes of a gateway. */
  readonly database?: PostgresConsoleOptions;
  /**
   * Public address of the host, such as `https://chat.example`. Requests from pages of another origin are refused. With
   * `https:` cookies are sent over TLS only.
   */
  readonly baseUrl: string;
  /** The account to create when there is none. Omitted fields are generated. */
  readonly firstAccount?: FirstAccountOptions;
  /** Public address of the ingress; default: `/chat` at the origin of `baseUrl`. */
  readonly ingressUrl?: string;
  /** OpenID Connect provider, in addition to passwords; default: none. */
  readonly singleSignOn?: SingleSignOnOptions;
  /**
   * Limit on wrong passwords and invalid links. Passwords count per client address, and per email for all unknown
   * browsers together. Links count per client address. Default: 20 in 300 s.
   */
  readonly signInLimit?: SignInLimitOptions;
  /** Directory of the built page; default: the one in this package. */
  readonly pageDirectory?: string;
  /**
   * How long an available agent counts as present after the last request of their page or app. Agents may choose to
   * stay present with the page closed. Default 300. Below 180, an agent with a hidden tab may wrongly count as absent.
   */
  readonly presenceSeconds?: number;
}

/** Kept for pages that reconnect. */
const keptEvents = 1_000;

const database = Symbol("console database") as ServiceIdentifier<ConsoleDatabase>;
const presence = Symbol("console presence") as ServiceIdentifier<Presence>;
const live = Symbol("console live events") as ServiceIdentifier<LiveEvents>;
const signals = Symbol("console signals") as ServiceIdentifier<LiveSignals>;
const backend = Symbol("console backend") as ServiceIdentifier<ConsoleBackend>;

/**
 * The embedded agent app: an agent backend, and a `ConsoleApp` for the host to mount at `/console`.
 * @throws ParleyError `console-database-unusable` unless exactly one of `directory` and `database` is given;
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
          targetCheck: TargetCheck | undefined,
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
              targetCheck: targetCheck ?? null,
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
          { serviceIdentifier: TargetCheck, optional: true },
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

/** `console.db` is part of every backup. PostgreSQL has its own backup tools. */
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
