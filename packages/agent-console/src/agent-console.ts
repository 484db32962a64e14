import {
  BackupSource,
  ChannelAdmin,
  Channels,
  Clock,
  ContractVersion,
  Conversations,
  Deliveries,
  Diagnosis,
  Diagnostician,
  ErasureListener,
  Logger,
  OpenTimeLimit,
  Outbox,
  Owners,
  ParleyError,
  Random,
  Search,
  Signals,
  TargetCheck,
  TestMessages,
  Timers,
} from "@parley/core";
import {
  ContainerModule,
  type ContainerModuleLoadOptions,
  type ServiceIdentifier,
} from "inversify";
import { type AgentConsoleOptions, settingsOf } from "./agent-console-options.ts";
import { bindBackend, ownership } from "./bind-backend.ts";
import { ConsoleApp } from "./console-app.ts";
import { ConsoleBackupSource } from "./database/backup-source.ts";
import type { ConsoleDatabase } from "./database/console-database.ts";
import { ConsoleErasures } from "./erasing/console-erasures.ts";
import { ConsoleDiagnostician } from "./diagnosis.ts";
import { FirstMinute } from "./first-minute/first-minute.ts";
import { LiveEvents } from "./live/live-events.ts";
import { LiveSignals } from "./live/live-signals.ts";
import type { Ownership } from "./owners/ownership.ts";
import { openConsoleApp } from "./open-console-app.ts";
import { openPostgresConsole, type PostgresConsoleOptions } from "./database/postgres-console.ts";
import { Presence } from "./accounts/presence.ts";
import { consoleFileIn, openSqliteConsole, type SqliteConsole } from "./database/sqlite-console.ts";

/** Kept for pages that reconnect. */
const keptEvents = 1_000;

const database = Symbol("console database") as ServiceIdentifier<ConsoleDatabase>;
const presence = Symbol("console presence") as ServiceIdentifier<Presence>;
const live = Symbol("console live events") as ServiceIdentifier<LiveEvents>;
const signals = Symbol("console signals") as ServiceIdentifier<LiveSignals>;
const firstMinute = Symbol("console first minute") as ServiceIdentifier<FirstMinute>;

/**
 * The embedded agent app: an agent backend, and a `ConsoleApp` for the host to mount at `/console`.
 * @throws ParleyError `console-database-unusable` unless exactly one of `directory` and `database` is given;
 * `console-sso-invalid`, `invalid-option`
 */
export const agentConsole = (options: AgentConsoleOptions): ContainerModule => {
  const settings = settingsOf(options);
  const place = placeOf(options);

  return new ContainerModule(({ bind }) => {
    if ("directory" in place) bindFile(bind, place.directory);
    else bindPostgres(bind, place);
    bind(presence)
      .toResolvedValue(
        (opened: ConsoleDatabase, clock: Clock) => new Presence(opened, clock, settings.presenceMs),
        [database, Clock],
      )
      .inSingletonScope();
    bind(firstMinute)
      .toResolvedValue((opened: ConsoleDatabase) => new FirstMinute(opened), [database])
      .inSingletonScope();
    bind(signals)
      .toResolvedValue(
        (port: Signals, whose: Ownership) => new LiveSignals(port, whose.ownName),
        [Signals, ownership],
      )
      .inSingletonScope();
    bind(live)
      .toResolvedValue(
        (random: Random, toOthers: LiveSignals) =>
          new LiveEvents(random.token(8), keptEvents, (event) => toOthers.tell(event)),
        [Random, signals],
      )
      .inSingletonScope();
    bindBackend(bind, { live, presence, firstMinute });
    bind(ContractVersion).toConstantValue("1.0");
    bind(ErasureListener)
      .toResolvedValue((opened, events) => new ConsoleErasures(opened, events), [database, live])
      .inSingletonScope();
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
          first: FirstMinute,
          outbox: Outbox,
          conversations: Conversations,
          channels: Channels,
          channelAdmin: ChannelAdmin,
          deliveries: Deliveries,
          search: Search | undefined,
          owners: Owners,
          whose: Ownership,
          diagnosis: Diagnosis,
          testMessages: TestMessages,
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
              firstMinute: first,
              outbox,
              conversations,
              channels,
              channelAdmin,
              deliveries,
              search: search ?? null,
              owners,
              ownership: whose,
              diagnosis,
              testMessages,
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
          firstMinute,
          Outbox,
          Conversations,
          Channels,
          ChannelAdmin,
          Deliveries,
          { serviceIdentifier: Search, optional: true },
          Owners,
          ownership,
          Diagnosis,
          TestMessages,
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
  // It waits for migrations of other nodes.
  bind(OpenTimeLimit).toConstantValue(null);
  bind(database)
    .toResolvedValue((random: Random) => openPostgresConsole(options, random), [Random])
    .inSingletonScope()
    .onDeactivation((opened) => opened.close());
}
