import { parentPort, workerData } from "node:worker_threads";
import { Database, type DatabasePlace } from "../database.ts";
import { type OpenedPorts, openedPorts } from "../opened-ports.ts";
import type { Abort, Answer, Call, closing, Unopened } from "./calls.ts";
import { carryError } from "./carried-error.ts";

/** The thread that has the database: it runs the calls of its ports in the order in which they come. */
const place = workerData as DatabasePlace;
const controllers = new Map<number, AbortController>();

function tell(message: Answer | Unopened): void {
  parentPort?.postMessage(message);
}

function open(): Database | null {
  try {
    return Database.open(place);
  } catch (error) {
    tell({ unopened: carryError(error) });
    return null;
  }
}

const database = open();
if (database !== null) serve(database, openedPorts(database, place));

function serve(database: Database, ports: OpenedPorts): void {
  parentPort?.on("message", (message: Call | Abort | typeof closing) => {
    if ("abort" in message) controllers.get(message.abort)?.abort();
    else if ("close" in message) close(database);
    else void answer(ports, message);
  });
}

async function answer(ports: OpenedPorts, call: Call): Promise<void> {
  const { number, isText } = call;
  try {
    const value = await run(ports, call);
    tell({ number, value: isText ? JSON.stringify(value) : value });
  } catch (error) {
    tell({ number, error: carryError(error) });
  } finally {
    controllers.delete(number);
  }
}

function run(ports: OpenedPorts, call: Call): unknown {
  const target = ports[call.port] as unknown as Record<string, (...values: unknown[]) => unknown>;
  return target[call.method]?.(...valuesOf(call));
}

function valuesOf({ number, values, signalAt, progressAt, isText }: Call): unknown[] {
  return values.map((value, at) => {
    if (at === signalAt) return signalOf(number);
    if (at === progressAt) return (progress: number) => tell({ number, progress });
    return isText && at === 0 ? JSON.parse(value as string) : value;
  });
}

function signalOf(number: number): AbortSignal {
  const controller = new AbortController();
  controllers.set(number, controller);
  return controller.signal;
}

function close(database: Database): void {
  database.close();
  parentPort?.close();
}
