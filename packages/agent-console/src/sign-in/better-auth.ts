import { AsyncLocalStorage } from "node:async_hooks";
import type { Logger } from "@parley/core";
import { type AuthContext, betterAuth } from "better-auth";
import { createAuthEndpoint } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { getMigrations } from "better-auth/db/migration";
import { admin } from "better-auth/plugins";
import type { Credentials, NewAccount } from "../accounts/accounts.ts";
import type { ConsoleDatabase } from "../database/console-database.ts";

/** Overwritten on every call, so that a client cannot forge the address of its session. */
export const addressHeader = "x-parley-client-address";
const sessionSeconds = 7 * 24 * 60 * 60;
/** Why a session look-up failed. better-auth logs the cause and tells its caller only that it failed. */
const causes = new AsyncLocalStorage<{ error: unknown }>();

/** The part of better-auth that the console calls. */
export interface AccountLibrary {
  /** Returns better-auth's own response. Only its cookies are used. */
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

/** A user as better-auth stores it. */
export interface StoredUser {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role?: string | null | undefined;
  readonly banned?: boolean | null | undefined;
}

interface FoundSession {
  /** May extend the session's cookie. */
  readonly headers: Headers;
  readonly response: {
    readonly session: { readonly id: string };
    readonly user: StoredUser;
  } | null;
}

/**
 * Opens better-auth over the console's database. Only its server-side calls are used. None of its HTTP endpoints is
 * reachable.
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
      // better-auth's type knows only its own two roles.
      const body = { email, name, role: role as "admin", ...(password !== null && { password }) };
      return (await api.createUser({ body })).user;
    },
    context: $context,
  };
}

/** Runs `work` and throws the cause that better-auth logged, if any. */
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
    // better-auth's limiter counts good and bad passwords alike, per address. `SignInLimit` counts only bad ones.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    advanced: {
      cookiePrefix: "parley",
      defaultCookieAttributes: { path: "/console", sameSite: "strict" as const, httpOnly: true },
      ipAddress: { ipAddressHeaders: [addressHeader] },
    },
    // better-auth's messages may contain an email, so only the fact is logged.
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

/** better-auth requires a schema. Only this package calls the endpoint, so it checks nothing. */
const accountIdBody = {
  "~standard": {
    version: 1 as const,
    vendor: "parley",
    validate: (value: unknown) => ({ value: value as AccountIdBody }),
    types: undefined as { input: AccountIdBody; output: AccountIdBody } | undefined,
  },
};

/** better-auth signs in by password only. Invitations and single sign-on prove the identity in other ways. */
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
