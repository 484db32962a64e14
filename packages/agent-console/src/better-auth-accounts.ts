import { type Logger, ParleyError } from "@parley/core";
import { betterAuth } from "better-auth";
import { getMigrations } from "better-auth/db/migration";
import { admin } from "better-auth/plugins";
import type { Account, Accounts, AccountSession, Credentials } from "./accounts.ts";
import type { ConsoleDatabase } from "./console-database.ts";

/** Overwritten on every call, so that no client can choose the address its session is filed under. */
const addressHeader = "x-parley-client-address";
const sessionSeconds = 7 * 24 * 60 * 60;

/**
 * Accounts kept by better-auth in the console's own database. Only its server-side calls are used: none of its HTTP
 * endpoints is reachable, so what can be asked from outside is what the console's routes offer.
 */
export async function openAccounts(
  database: ConsoleDatabase,
  baseUrl: string,
  logger: Logger,
): Promise<Accounts> {
  const config = configuration(database, baseUrl, logger);
  await (await getMigrations(config)).runMigrations();
  return new BetterAuthAccounts(config, database);
}

function configuration(database: ConsoleDatabase, baseUrl: string, logger: Logger) {
  return {
    appName: "Parley",
    baseURL: new URL(baseUrl).origin,
    basePath: "/console/api/auth",
    secret: database.secret,
    database: database.connection,
    emailAndPassword: { enabled: true, disableSignUp: true },
    session: { expiresIn: sessionSeconds, updateAge: 60 * 60 },
    plugins: [admin()],
    // Its limiter has one bucket per address for good and bad passwords alike; `SignInLimit` counts bad ones.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    advanced: {
      cookiePrefix: "parley",
      defaultCookieAttributes: { path: "/console", sameSite: "strict" as const, httpOnly: true },
      ipAddress: { ipAddressHeaders: [addressHeader] },
    },
    // Its messages may carry an email address, so only the fact is logged.
    logger: {
      level: "error" as const,
      log: () => logger.error("the console's account library reported an error"),
    },
  };
}

class BetterAuthAccounts implements Accounts {
  readonly #auth: ReturnType<typeof betterAuth<ReturnType<typeof configuration>>>;
  readonly #database: ConsoleDatabase;

  constructor(config: ReturnType<typeof configuration>, database: ConsoleDatabase) {
    this.#auth = betterAuth(config);
    this.#database = database;
  }

  async signIn(credentials: Credentials, clientAddress: string): Promise<AccountSession | null> {
    const answer = await this.#auth.api.signInEmail({
      body: { email: credentials.email, password: credentials.password },
      headers: new Headers({ [addressHeader]: clientAddress }),
      asResponse: true,
    });
    if (answer.status >= 500)
      throw new Error("the account library failed", { cause: answer.status });
    if (!answer.ok) return null;
    const cookies = answer.headers.getSetCookie();
    const session = await this.find(cookies.map((cookie) => cookie.split(";", 1)[0]).join("; "));
    return session && { ...session, cookies };
  }

  async find(cookie: string | undefined): Promise<AccountSession | null> {
    if (cookie === undefined) return null;
    const { headers, response } = await this.#auth.api.getSession({
      headers: new Headers({ cookie }),
      returnHeaders: true,
    });
    if (response === null) return null;
    const { id, email, name } = response.user;
    return {
      id: response.session.id,
      account: { id, email, name },
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

  async createFirst(credentials: Credentials, name: string): Promise<Account | null> {
    if (this.#database.hasAccounts()) return null;
    try {
      const { user } = await this.#auth.api.createUser({
        body: { email: credentials.email, password: credentials.password, name, role: "admin" },
      });
      return { id: user.id, email: user.email, name: user.name };
    } catch (cause) {
      throw new ParleyError(
        "console-account-invalid",
        "The first agent account could not be made: its email must be an email address, and its password at most 128 characters.",
        { cause },
      );
    }
  }
}
