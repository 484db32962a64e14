import { ParleyError } from "@parley/core";
import {
  type Account,
  type AccountKeeper,
  type Accounts,
  type AccountSession,
  type Browser,
  type Credentials,
  type NewAccount,
  roleOf,
} from "./accounts.ts";
import { type AccountLibrary, addressHeader } from "./better-auth.ts";
import type { ConsoleDatabase } from "./console-database.ts";

/** Accounts and their sessions, kept by better-auth in the console's own database. */
export class BetterAuthAccounts implements Accounts, AccountKeeper {
  readonly #auth: AccountLibrary;
  readonly #database: ConsoleDatabase;

  constructor(auth: AccountLibrary, database: ConsoleDatabase) {
    this.#auth = auth;
    this.#database = database;
  }

  async signIn({ email, password }: Credentials, browser: Browser): Promise<AccountSession | null> {
    const answer = await this.#auth.api.signInEmail({
      body: { email, password },
      headers: headersOf(browser),
      asResponse: true,
    });
    return this.#opened(answer);
  }

  async find(cookie: string | undefined): Promise<AccountSession | null> {
    if (cookie === undefined) return null;
    const { headers, response } = await this.#auth.api.getSession({
      headers: new Headers({ cookie }),
      returnHeaders: true,
    });
    if (response === null) return null;
    const user: StoredUser = response.user;
    if (user.banned === true) return null;
    return {
      id: response.session.id,
      account: accountFrom(user),
      cookies: headers.getSetCookie(),
    };
  }

  async signOut(cookie: string | undefined): Promise<readonly string[]> {
    if (cookie === undefined) return [];
    const answer = await this.#auth.api.signOut({
      headers: new Headers({ cookie }),
      asResponse: true,
    });
    return answer.headers.getSetCookie();
  }

  async createFirst({ email, password }: Credentials, name: string): Promise<Account | null> {
    if (this.#database.hasAccounts()) return null;
    try {
      return await this.#create({ email, password, name, role: "admin" });
    } catch (cause) {
      throw new ParleyError(
        "console-account-invalid",
        "The first agent account could not be made: its email must be an email address, and its password at most 128 characters.",
        { cause },
      );
    }
  }

  async create(account: NewAccount): Promise<Account | null> {
    const { internalAdapter } = await this.#auth.$context;
    if ((await internalAdapter.findUserByEmail(account.email)) !== null) return null;
    return this.#create(account);
  }

  async open(accountId: string, browser: Browser): Promise<AccountSession | null> {
    const answer = await this.#auth.api.openSession({
      body: { accountId },
      headers: headersOf(browser),
      asResponse: true,
    });
    return this.#opened(answer);
  }

  async setPassword(accountId: string, password: string): Promise<void> {
    const { internalAdapter, password: passwords } = await this.#auth.$context;
    const digest = await passwords.hash(password);
    if ((await internalAdapter.findCredentialAccount(accountId)) === null) {
      await internalAdapter.linkAccount({
        userId: accountId,
        providerId: "credential",
        accountId,
        password: digest,
      });
    } else {
      await internalAdapter.updatePassword(accountId, digest);
    }
  }

  async isPassword(accountId: string, password: string): Promise<boolean> {
    const { internalAdapter, password: passwords } = await this.#auth.$context;
    const hash = (await internalAdapter.findCredentialAccount(accountId))?.password;
    return typeof hash === "string" && passwords.verify({ hash, password });
  }

  async #create({ email, password, name, role }: NewAccount): Promise<Account> {
    const { user } = await this.#auth.api.createUser({
      // The library's type knows its own two roles only.
      body: { email, name, role: role as "admin", ...(password !== null && { password }) },
    });
    return accountFrom(user);
  }

  async #opened(answer: Response): Promise<AccountSession | null> {
    if (answer.status >= 500)
      throw new Error("the account library failed", { cause: answer.status });
    if (!answer.ok) return null;
    const cookies = answer.headers.getSetCookie();
    const session = await this.find(cookies.map((cookie) => cookie.split(";", 1)[0]).join("; "));
    return session && { ...session, cookies };
  }
}

interface StoredUser {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role?: string | null | undefined;
  readonly banned?: boolean | null | undefined;
}

function accountFrom({ id, email, name, role }: StoredUser): Account {
  return { id, email, name, role: roleOf(role) };
}

function headersOf({ address, userAgent }: Browser): Headers {
  // A header's value has its limits, and a name of a browser needs no more.
  const printable = userAgent.replaceAll(/[^\x20-\x7e]/g, "").slice(0, 400);
  return new Headers({ [addressHeader]: address, "user-agent": printable });
}
