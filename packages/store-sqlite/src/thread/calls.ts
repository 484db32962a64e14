import type { OpenedPorts } from "../opened-ports.ts";
import type { CarriedError } from "./carried-error.ts";

/** One call of a port. */
export interface Call {
  readonly number: number;
  readonly port: keyof OpenedPorts;
  readonly method: string;
  /** `null` where something stands that stays behind: a signal is told of by `Abort`, progress by `Answer`. */
  readonly values: readonly unknown[];
  /** Where; -1 where there is none. */
  readonly signalAt: number;
  readonly progressAt: number;
  /** The first value, and the answer, are JSON texts: what is called often takes less time so than cloned. */
  readonly isText: boolean;
}

/** The signal of a call was aborted. */
export interface Abort {
  readonly abort: number;
}

/** What came of a call. `progress` may come any number of times before its end. */
export type Answer =
  | { readonly number: number; readonly value: unknown }
  | { readonly number: number; readonly error: CarriedError }
  | { readonly number: number; readonly progress: number };

/** The database could not be opened: no call is answered any more. */
export interface Unopened {
  readonly unopened: CarriedError;
}

/** The last call: the database is closed, and the thread ends. */
export const closing = { close: true } as const;
