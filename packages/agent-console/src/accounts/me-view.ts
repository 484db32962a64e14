import type { Account } from "./accounts.ts";
import type { ConsoleParts } from "../console-parts.ts";
import type { PresenceView } from "./presence.ts";

/** What a page is told about whoever is signed in. */
export interface MeView extends PresenceView {
  readonly account: Account;
  /** How often an open page should ask for something, so that its agent counts as there. Milliseconds. */
  readonly signOfLifeMs: number;
  /** `false` for who comes by single sign-on only. */
  readonly hasPassword: boolean;
}

export async function viewOfMe(
  { presence, people }: Pick<ConsoleParts, "presence" | "people">,
  account: Account,
): Promise<MeView> {
  return {
    account,
    ...(await presence.viewOf(account.id)),
    signOfLifeMs: presence.signOfLifeMs,
    hasPassword: (await people.find(account.id))?.hasPassword ?? false,
  };
}
