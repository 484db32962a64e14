/** `agent` answers visitors. `admin` also manages accounts, channels and deliveries. */
export type Role = "admin" | "agent";

/** A person who can sign in. */
export interface Account {
  readonly id: string;
  readonly email: string;
  /** Sent as `sender.name` with every message this agent writes (§2.2). */
  readonly name: string;
  readonly role: Role;
}

/** One signed-in browser. */
export interface AccountSession {
  readonly id: string;
  readonly account: Account;
  /** `Set-Cookie` values to add to the answer. They extend a session that is in use. */
  readonly cookies: readonly string[];
}

/** What a person types to sign in. */
export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** The browser that opens a session. Shown to the account's owner, who can recognise it. */
export interface Browser {
  readonly address: string;
  /** Its `User-Agent`; empty when it sends none. */
  readonly userAgent: string;
}

/** Called by the console's routes; implemented over better-auth. */
export interface Accounts {
  /** `null` when the email or password is wrong, or the account is disabled. The caller cannot tell which. */
  signIn(credentials: Credentials, browser: Browser): Promise<AccountSession | null>;
  /** The live session of a `Cookie` header. */
  find(cookie: string | undefined): Promise<AccountSession | null>;
  /** Ends the session of a `Cookie` header. Returns `Set-Cookie` values that delete the cookies. */
  signOut(cookie: string | undefined): Promise<readonly string[]>;
  /**
   * Creates an admin's account. Returns `null` when an account exists already.
   * @throws `console-account-invalid` when the email or the password is invalid.
   */
  createFirst(credentials: Credentials, name: string): Promise<Account | null>;
}

/** An account to create. Without a password, its owner can sign in by single sign-on only. */
export interface NewAccount {
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly password: string | null;
}

/** Called by invitations, password links and single sign-on; implemented over better-auth. */
export interface AccountKeeper {
  /** `null` when the email belongs to an account already. */
  create(account: NewAccount): Promise<Account | null>;
  /** Signs a browser in after the caller has proven who its user is. `null` when the account is disabled. */
  open(accountId: string, browser: Browser): Promise<AccountSession | null>;
  /** Sets the first password or replaces the current one. */
  setPassword(accountId: string, password: string): Promise<void>;
  /** Whether this is the account's password. `false` when the account has none. */
  isPassword(accountId: string, password: string): Promise<boolean>;
}

/** Any stored role other than `admin` means `agent`: another program may have written a list or a name of its own. */
export function roleOf(stored: unknown): Role {
  return String(stored ?? "")
    .split(",")
    .includes("admin")
    ? "admin"
    : "agent";
}
