import type { Account } from "./accounts.ts";
import type { ConsoleParts } from "../console-parts.ts";
import type { PresenceView } from "./presence.ts";

/** What a page learns about the signed-in agent. */
export interface MeView extends PresenceView {
  readonly account: Account;
  /** Names under which the agent has sent messages before; see `earlierNames`. */
  readonly earlierNames: readonly string[];
  /** How often an open page should send a request, so that its agent counts as present. Milliseconds. */
  readonly signOfLifeMs: number;
  /** `false` when the agent signs in by single sign-on only. */
  readonly hasPassword: boolean;
}

export async function viewOfMe(
  { presence, people }: Pick<ConsoleParts, "presence" | "people">,
  account: Account,
): Promise<MeView> {
  return {
    account,
    earlierNames: await people.earlierNames(account.id),
    ...(await presence.viewOf(account.id)),
    signOfLifeMs: presence.signOfLifeMs,
    hasPassword: (await people.find(account.id))?.hasPassword ?? false,
  };
}
