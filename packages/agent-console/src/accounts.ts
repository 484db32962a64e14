/** An agent who can sign in. */
export interface Account {
  readonly id: string;
  readonly email: string;
  /** Goes out as `sender.name` of every message this agent writes (§2.2). */
  readonly name: string;
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

/** Called by the console's routes; implemented over better-auth, which nothing else in this package knows. */
export interface Accounts {
  /** `null` when the email or the password is wrong: which of them is not told. */
  signIn(credentials: Credentials, clientAddress: string): Promise<AccountSession | null>;
  /** The live session of a `Cookie` header. */
  find(cookie: string | undefined): Promise<AccountSession | null>;
  /** Ends the session of a `Cookie` header; gives the `Set-Cookie` values that make the browser forget it. */
  signOut(cookie: string | undefined): Promise<readonly string[]>;
  /**
   * Adds an account unless there is one already; `null` when there is.
   * @throws `console-account-invalid` when the email or the password is not usable.
   */
  createFirst(credentials: Credentials, name: string): Promise<Account | null>;
}
