import type { OpenAgentApp } from "@parley/conformance";
import type { TypingType } from "@parley/core";
import type { AppClient } from "./app-client.ts";
import type { AppEvents } from "./app-events.ts";
import type { Bench } from "./bench-time.ts";

/** An app on the bench of the suite, which shows typing as well. */
export type OpenedApp = Awaited<ReturnType<OpenAgentApp>> & {
  readonly typing: (conversationId: string) => TypingType | null;
};

/** As long as the app says that its agents are there. */
const availableSeconds = 5;

/** What the suite sees of stored events. */
export function shownBy(events: AppEvents): Pick<OpenedApp, "messages" | "reports" | "typing"> {
  return {
    messages: async (id) => events.messages(id),
    reports: async (id) => events.reports(id),
    typing: (id) => events.typing(id),
  };
}

/** The agents of an app, and the time until its word about them is too old. */
export function agentsOf(bench: Bench, client: AppClient) {
  let saysAvailable = false;
  const people: OpenedApp["people"] = {
    setAvailable: async (available) => {
      saysAvailable = available;
      await client.setAvailable(available, availableSeconds);
    },
    reply: (id, text) => client.write(id, text),
  };
  const passAvailability = async (): Promise<void> => {
    if (saysAvailable) await bench.rig.time.advance(1_000 * availableSeconds);
  };
  return { people, passAvailability };
}
