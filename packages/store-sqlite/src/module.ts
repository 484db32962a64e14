import {
  BackupSource,
  ChannelStore,
  ConversationStore,
  DeadLetterStore,
  DeliveryStore,
  Diagnostician,
  MessageStore,
  RetentionStore,
} from "@parley/core";
import { ContainerModule, type ServiceIdentifier } from "inversify";
import { Database, type DatabasePlace } from "./database.ts";
import { openedPorts, type OpenedPorts } from "./opened-ports.ts";
import { StoreThread } from "./thread/store-thread.ts";
import { threadedPorts } from "./thread/threaded-ports.ts";

/** Options of `storeSqlite`. */
export interface StoreSqliteOptions {
  /** Made, for its owner only, when it is missing. Must be on a local file system. */
  readonly directory: string;
  /** Within `directory`; `parley.db` by default. */
  readonly fileName?: string;
  /**
   * `own`: the database has a thread of its own, so that nothing waits for the disk but what is written. `shared`:
   * everything runs in the thread of the caller; for a host that was bundled into one file. Default `own`.
   */
  readonly thread?: "own" | "shared";
}

/** The ports, and how what they stand on is closed. */
interface Opened {
  readonly ports: OpenedPorts;
  readonly close: () => Promise<void>;
}

/**
 * Binds the store ports to one SQLite file, opened when the first of them is resolved and closed once, on
 * deactivation. Opening throws a `ParleyError` of `Database.open`.
 */
export const storeSqlite = ({
  directory,
  fileName = "parley.db",
  thread = "own",
}: StoreSqliteOptions): ContainerModule => {
  const Opened = Symbol("@parley/store-sqlite/Opened") as ServiceIdentifier<Opened>;
  const open = thread === "own" ? openThread : openHere;
  return new ContainerModule(({ bind }) => {
    const bindPort = <Name extends keyof OpenedPorts>(
      token: ServiceIdentifier<OpenedPorts[Name]>,
      name: Name,
    ): void => {
      bind(token)
        .toResolvedValue(({ ports }: Opened) => ports[name], [Opened])
        .inSingletonScope();
    };
    bind(Opened)
      .toResolvedValue(() => open({ directory, fileName }))
      .inSingletonScope()
      .onDeactivation(({ close }) => close());
    bindPort(MessageStore, "messages");
    bindPort(ConversationStore, "conversations");
    bindPort(ChannelStore, "channels");
    bindPort(DeadLetterStore, "deadLetters");
    bindPort(DeliveryStore, "deliveries");
    bindPort(RetentionStore, "retention");
    bindPort(Diagnostician, "diagnostician");
    bindPort(BackupSource, "backups");
  });
};

async function openHere(place: DatabasePlace): Promise<Opened> {
  const database = Database.open(place);
  return { ports: openedPorts(database, place), close: async () => database.close() };
}

async function openThread(place: DatabasePlace): Promise<Opened> {
  const thread = await StoreThread.open(place);
  return { ports: threadedPorts(thread, place), close: () => thread.close() };
}
