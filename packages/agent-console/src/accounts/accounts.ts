/** What an account may do: an agent answers visitors; an admin also keeps people, channels and deliveries. */
export type Role = "admin" | "agent";

/** Somebody who can sign in. */
export interface Account {
  readonly id: string;
  readonly email: string;
  /** Goes out as `sender.name` of every message this agent writes (§2.2). */
  readonly name: string;
  readonly role: Role;
}

/** One signed-in browser. */
export interface AccountSession {
  readonly id: string;
  readonly account: Account;
  /** `Set-Cookie` values that the answer must carry, so that a session in use stays alive. */
  readonly cookies: readonly string[];
}

/** What a person types to sign in. */
export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** Where a session is opened from, for its owner to recognise it. */
export interface Browser {
  readonly address: string;
  /** Its `User-Agent`; empty when it sends none. */
  readonly userAgent: string;
}

/** Called by the console's routes; implemented over better-auth. */
export interface Accounts {
  /** `null` when the email or the password is wrong, or the account is disabled: which of them is not told. */
  signIn(credentials: Credentials, browser: Browser): Promise<AccountSession | null>;
  /** The live session of a `Cookie` header. */
  find(cookie: string | undefined): Promise<AccountSession | null>;
  /** Ends the session of a `Cookie` header; gives the `Set-Cookie` values that make the browser forget it. */
  signOut(cookie: string | undefined): Promise<readonly string[]>;
  /**
   * Adds an admin's account unless there is an account already; `null` when there is.
   * @throws `console-account-invalid` when the email or the password is not usable.
   */
  createFirst(credentials: Credentials, name: string): Promise<Account | null>;
}

/** An account to be made; without a password it is signed in to by single sign-on only. */
export interface NewAccount {
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly password: string | null;
}

/** Called by invitations, password links and single sign-on; implemented over better-auth. */
export interface AccountKeeper {
  /** `null` when the email is an account's already. */
  create(account: NewAccount): Promise<Account | null>;
  /** Signs a browser in to an account whose owner has proven to be it; `null` when it is disabled. */
  open(accountId: string, browser: Browser): Promise<AccountSession | null>;
  /** Replaces the password, or gives the first one. */
  setPassword(accountId: string, password: string): Promise<void>;
  /** Whether it is this account's password; never when it has none. */
  isPassword(accountId: string, password: string): Promise<boolean>;
}

/** A stored role may be a list, or one of another program's; whatever is no admin's is an agent's. */
export function roleOf(stored: unknown): Role {
  return String(stored ?? "")
    .split(",")
    .includes("admin")
    ? "admin"
    : "agent";
}
