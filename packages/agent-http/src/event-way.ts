import type { DueAnswer, DueEntry, Finding } from "@parley/core";
import type { EventDelivery } from "./event-delivery.ts";
import type { Route } from "./routes/route.ts";

/** One of the two ways of events, and what belongs to it. */
export interface EventWay {
  readonly delivery: EventDelivery;
  readonly routes: readonly Route[];
  /** Ends what the app has postponed itself. @throws the store's error */
  readonly resume: (conversationId: string | undefined) => Promise<void>;
  /** An entry of the state is due. */
  readonly due: (entry: DueEntry, signal: AbortSignal) => Promise<DueAnswer>;
  readonly diagnose: () => Promise<readonly Finding[]>;
}
