import type { DatabasePlace } from "../database.ts";
import type { OpenedPorts } from "../opened-ports.ts";
import type { StoreThread } from "./store-thread.ts";

/** The ports of a database in another thread. */
export function threadedPorts(thread: StoreThread, { fileName }: DatabasePlace): OpenedPorts {
  return {
    messages: {
      ...callers(thread, "messages", ["claim", "release", "nextDueAt"]),
      commit: asText(thread, "messages", "commit"),
    },
    conversations: callers(thread, "conversations", ["find", "list", "messages", "erase"]),
    channels: callers(thread, "channels", ["find", "list", "save", "remove"]),
    deadLetters: callers(thread, "deadLetters", ["deadLetters"]),
    deliveries: callers(thread, "deliveries", ["deliveries", "delivery", "backlog"]),
    retention: callers(thread, "retention", ["purge"]),
    diagnostician: {
      name: "store-sqlite",
      ...callers(thread, "diagnostician", ["diagnose"]),
    },
    backups: {
      name: fileName,
      holds: "messages",
      ...callers(thread, "backups", ["write", "verify"]),
    },
  };
}

type Method<Port extends keyof OpenedPorts> = Exclude<keyof OpenedPorts[Port], "name" | "holds">;

/** Each method calls its namesake in the thread: what goes through is what a port's method takes and gives. */
function callers<Port extends keyof OpenedPorts, Name extends Method<Port> & string>(
  thread: StoreThread,
  port: Port,
  names: readonly Name[],
): Pick<OpenedPorts[Port], Name> {
  const methods = names.map((name) => [
    name,
    (...values: unknown[]) => thread.call(port, name, values),
  ]);
  return Object.fromEntries(methods) as Pick<OpenedPorts[Port], Name>;
}

/** The first value and the answer as text: batches are called often, and hold nothing that JSON could not tell. */
function asText<Port extends keyof OpenedPorts, Name extends Method<Port> & string>(
  thread: StoreThread,
  port: Port,
  name: Name,
): OpenedPorts[Port][Name] {
  const method = (...values: unknown[]) => thread.call(port, name, values, true);
  return method as OpenedPorts[Port][Name];
}
