import type { Account } from "./accounts.ts";
import type { ConsoleParts } from "./console-parts.ts";

/** What a page is told about whoever is signed in. */
export interface MeView {
  readonly account: Account;
  readonly available: boolean;
  /** `false` for who comes by single sign-on only. */
  readonly hasPassword: boolean;
}

export async function viewOfMe(
  { presence, people }: Pick<ConsoleParts, "presence" | "people">,
  account: Account,
): Promise<MeView> {
  return {
    account,
    available: await presence.isAvailable(account.id),
    hasPassword: (await people.find(account.id))?.hasPassword ?? false,
  };
}
