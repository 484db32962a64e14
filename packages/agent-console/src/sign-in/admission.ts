import { nameFrom } from "../accounts/account-fields.ts";
import type { AccountKeeper, Role } from "../accounts/accounts.ts";
import type { Identities } from "./identities.ts";
import type { Invitations } from "../links/invitations.ts";
import type { People } from "../accounts/people.ts";
import type { SingleSignOnOptions } from "./single-sign-on-options.ts";
import type { ProvenIdentity } from "./single-sign-on.ts";

/**
 * `unverified-email`: the provider has not verified the email. `not-admitted`: no account and no invitation allows this
 * person.
 */
export type AdmissionRefusal = "unverified-email" | "not-admitted";

export type AdmissionAnswer =
  | { readonly admitted: true; readonly accountId: string }
  | { readonly admitted: false; readonly refusal: AdmissionRefusal };

export interface AdmissionParts {
  readonly people: People;
  readonly identities: Identities;
  readonly invitations: Invitations;
  readonly keeper: AccountKeeper;
}

export type AdmissionRules = Pick<SingleSignOnOptions, "allowedDomains" | "newAccounts">;

const nameLimit = 255;

/** Decides which account a person gets who signed in at a provider. */
export class Admission {
  readonly #parts: AdmissionParts;
  readonly #rules: AdmissionRules;

  constructor(parts: AdmissionParts, rules: AdmissionRules) {
    this.#parts = parts;
    this.#rules = rules;
  }

  async admit(identity: ProvenIdentity): Promise<AdmissionAnswer> {
    if (identity.email === "" || !identity.isEmailVerified) return refused("unverified-email");
    if (!this.#isAllowed(identity.email)) return refused("not-admitted");
    const { people, identities } = this.#parts;
    const known = await identities.find(identity);
    if (known !== null) return admitted(known);
    const accountId =
      (await people.findByEmail(identity.email))?.id ?? (await this.#newAccount(identity));
    if (accountId === null) return refused("not-admitted");
    if (!(await identities.link(accountId, identity))) return refused("not-admitted");
    return admitted(accountId);
  }

  async #newAccount({ email, name }: ProvenIdentity): Promise<string | null> {
    const { invitations, keeper } = this.#parts;
    const shown = nameFrom(name.replaceAll("\0", "").slice(0, nameLimit).toWellFormed()) ?? "Agent";
    const create = async (role: Role): Promise<string | null> =>
      (await keeper.create({ email, name: shown, role, password: null }))?.id ?? null;
    const invitation = await invitations.findByEmail(email);
    if (invitation !== null) {
      const accountId = await invitations.take(invitation, () => create(invitation.role));
      if (accountId !== "taken") return accountId;
    }
    const { newAccounts = "invited-only" } = this.#rules;
    return newAccounts === "invited-only" ? null : create(newAccounts);
  }

  #isAllowed(email: string): boolean {
    const { allowedDomains = [] } = this.#rules;
    const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
    return (
      allowedDomains.length === 0 || allowedDomains.some((each) => each.toLowerCase() === domain)
    );
  }
}

function admitted(accountId: string): AdmissionAnswer {
  return { admitted: true, accountId };
}

function refused(refusal: AdmissionRefusal): AdmissionAnswer {
  return { admitted: false, refusal };
}
