import { ParleyError } from "@parley/core";
import { sql } from "kysely";
import {
  type Account,
  type AccountKeeper,
  type Accounts,
  type AccountSession,
  type Browser,
  type Credentials,
  type NewAccount,
  roleOf,
} from "../accounts/accounts.ts";
import { type AccountLibrary, addressHeader, type StoredUser } from "./better-auth.ts";
import type { ConsoleDatabase } from "../database/console-database.ts";

/** Accounts and sessions, stored by better-auth in the console's database. */
export class BetterAuthAccounts implements Accounts, AccountKeeper {
  readonly #auth: AccountLibrary;
  readonly #database: ConsoleDatabase;

  constructor(auth: AccountLibrary, database: ConsoleDatabase) {
    this.#auth = auth;
    this.#database = database;
  }

  async signIn({ email, password }: Credentials, browser: Browser): Promise<AccountSession | null> {
    return this.#opened(await this.#auth.signIn({ email, password }, headersOf(browser)));
  }

  async find(cookie: string | undefined): Promise<AccountSession | null> {
    if (cookie === undefined) return null;
    const { headers, response } = await this.#auth.findSession(new Headers({ cookie }));
    if (response === null) return null;
    const { session, user } = response;
    if (user.banned === true) return null;
    return {
      id: session.id,
      account: accountFrom(user),
      cookies: headers.getSetCookie(),
    };
  }

  async signOut(cookie: string | undefined): Promise<readonly string[]> {
    if (cookie === undefined) return [];
    const answer = await this.#auth.signOut(new Headers({ cookie }));
    return answer.headers.getSetCookie();
  }

  createFirst(credentials: Credentials, name: string): Promise<Account | null> {
    return this.#database.alone(() => this.#createFirst(credentials, name));
  }

  async create(account: NewAccount): Promise<Account | null> {
    const { internalAdapter } = await this.#auth.context;
    const isTaken = async () => (await internalAdapter.findUserByEmail(account.email)) !== null;
    if (await isTaken()) return null;
    try {
      return await this.#create(account);
    } catch (error) {
      // Another request may have created it meanwhile, on any node.
      if (await isTaken()) return null;
      throw error;
    }
  }

  async open(accountId: string, browser: Browser): Promise<AccountSession | null> {
    return this.#opened(await this.#auth.openSession(accountId, headersOf(browser)));
  }

  async setPassword(accountId: string, password: string): Promise<void> {
    const { internalAdapter, password: passwords } = await this.#auth.context;
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
    const { internalAdapter, password: passwords } = await this.#auth.context;
    const hash = (await internalAdapter.findCredentialAccount(accountId))?.password;
    return typeof hash === "string" && passwords.verify({ hash, password });
  }

  async #createFirst({ email, password }: Credentials, name: string): Promise<Account | null> {
    const { rows } = await sql`select 1 from "user" limit 1`.execute(this.#database.queries);
    if (rows.length > 0) return null;
    const made = await this.#create({ email, password, name, role: "admin" }).catch((cause) => {
      throw new ParleyError(
        "console-account-invalid",
        "The first agent account could not be made: its email must be an email address, and its password at most 128 characters.",
        { cause },
      );
    });
    await this.#levelInstants(made.id);
    return made;
  }

  /** better-auth reads the clock once for each instant. Equal instants mark a password that was never changed. */
  async #levelInstants(accountId: string): Promise<void> {
    await sql`update account set "updatedAt" = "createdAt" where "userId" = ${accountId}`.execute(
      this.#database.queries,
    );
  }

  async #create(account: NewAccount): Promise<Account> {
    return accountFrom(await this.#auth.createUser(account));
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

function accountFrom({ id, email, name, role }: StoredUser): Account {
  return { id, email, name, role: roleOf(role) };
}

function headersOf({ address, userAgent }: Browser): Headers {
  // Headers have limits, and nobody needs more of a browser's name.
  const printable = userAgent.replaceAll(/[^\x20-\x7e]/g, "").slice(0, 400);
  return new Headers({ [addressHeader]: address, "user-agent": printable });
}
