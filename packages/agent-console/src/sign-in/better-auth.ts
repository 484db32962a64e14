import { AsyncLocalStorage } from "node:async_hooks";
import type { Logger } from "@parley/core";
import { type AuthContext, betterAuth } from "better-auth";
import { createAuthEndpoint } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { getMigrations } from "better-auth/db/migration";
import { admin } from "better-auth/plugins";
import type { Credentials, NewAccount } from "../accounts/accounts.ts";
import type { ConsoleDatabase } from "../database/console-database.ts";

/** Overwritten on every call, so that no client can choose the address its session is filed under. */
export const addressHeader = "x-parley-client-address";
const sessionSeconds = 7 * 24 * 60 * 60;
/** Why a look at a session failed: the library tells its log, and whoever asked only that it did. */
const causes = new AsyncLocalStorage<{ error: unknown }>();

/** What the console calls of the account library. */
export interface AccountLibrary {
  /** Answers in the library's own way: its cookies are what counts. */
  signIn(body: Credentials, headers: Headers): Promise<Response>;
  openSession(accountId: string, headers: Headers): Promise<Response>;
  signOut(headers: Headers): Promise<Response>;
  findSession(headers: Headers): Promise<FoundSession>;
  createUser(account: NewAccount): Promise<StoredUser>;
  readonly context: Promise<{
    readonly internalAdapter: AuthContext["internalAdapter"];
    readonly password: Pick<AuthContext["password"], "hash" | "verify">;
  }>;
}

/** A user as the library keeps it. */
export interface StoredUser {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role?: string | null | undefined;
  readonly banned?: boolean | null | undefined;
}

interface FoundSession {
  /** May renew the session's cookie. */
  readonly headers: Headers;
  readonly response: {
    readonly session: { readonly id: string };
    readonly user: StoredUser;
  } | null;
}

/**
 * Opens better-auth over the console's own database. Only its server-side calls are used: none of its HTTP endpoints
 * is reachable, so what can be asked from outside is what the console's routes offer.
 */
export async function openBetterAuth(
  database: ConsoleDatabase,
  baseUrl: string,
  logger: Logger,
): Promise<AccountLibrary> {
  const config = configuration(database, baseUrl, logger);
  await database.alone(async () => (await getMigrations(config)).runMigrations());
  const { api, $context } = betterAuth(config);
  return {
    signIn: (body, headers) => api.signInEmail({ body, headers, asResponse: true }),
    openSession: (accountId, headers) =>
      api.openSession({ body: { accountId }, headers, asResponse: true }),
    signOut: (headers) => api.signOut({ headers, asResponse: true }),
    findSession: (headers) => withCause(() => api.getSession({ headers, returnHeaders: true })),
    createUser: async ({ email, name, role, password }) => {
      // The library's type knows its own two roles only.
      const body = { email, name, role: role as "admin", ...(password !== null && { password }) };
      return (await api.createUser({ body })).user;
    },
    context: $context,
  };
}

/** Throws what the library told its log, where it did. */
function withCause<Result>(work: () => Promise<Result>): Promise<Result> {
  const cause = { error: null as unknown };
  return causes.run(cause, work).catch((error: unknown) => Promise.reject(cause.error ?? error));
}

function configuration(database: ConsoleDatabase, baseUrl: string, logger: Logger) {
  return {
    appName: "Parley",
    baseURL: new URL(baseUrl).origin,
    basePath: "/console/api/auth",
    secret: database.secret,
    database: { db: database.queries, type: database.kind, transaction: true },
    emailAndPassword: { enabled: true, disableSignUp: true },
    session: { expiresIn: sessionSeconds, updateAge: 60 * 60 },
    plugins: [admin({ defaultRole: "agent" }), openSession],
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
      log: (_level: string, _message: string, ...facts: readonly unknown[]) => {
        const cause = causes.getStore();
        if (cause !== undefined) cause.error = facts.find((fact) => fact instanceof Error) ?? null;
        logger.error("the console's account library reported an error");
      },
    },
  };
}

interface AccountIdBody {
  readonly accountId: string;
}

/** A schema as the library wants one; only this package calls, so that there is nothing to check. */
const accountIdBody = {
  "~standard": {
    version: 1 as const,
    vendor: "parley",
    validate: (value: unknown) => ({ value: value as AccountIdBody }),
    types: undefined as { input: AccountIdBody; output: AccountIdBody } | undefined,
  },
};

/** The library signs in by password only; invitations and single sign-on prove in other ways who somebody is. */
const openSession = {
  id: "parley-open-session",
  endpoints: {
    openSession: createAuthEndpoint(
      { method: "POST", body: accountIdBody, metadata: { SERVER_ONLY: true } },
      async (call) => {
        const { internalAdapter } = call.context;
        const user = await internalAdapter.findUserById(call.body.accountId);
        if (user === null) throw call.error("NOT_FOUND");
        // Throws for a disabled account.
        const session = await internalAdapter.createSession(user.id, false);
        await setSessionCookie(call, { session, user });
        return call.json({ id: session.id });
      },
    ),
  },
};
