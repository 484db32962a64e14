import type { Logger } from "@parley/core";
import { betterAuth } from "better-auth";
import { createAuthEndpoint } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { getMigrations } from "better-auth/db/migration";
import { admin } from "better-auth/plugins";
import type { ConsoleDatabase } from "./console-database.ts";

/** Overwritten on every call, so that no client can choose the address its session is filed under. */
export const addressHeader = "x-parley-client-address";
const sessionSeconds = 7 * 24 * 60 * 60;

/** The account library, set up for the console. */
export type AccountLibrary = ReturnType<typeof betterAuth<ReturnType<typeof configuration>>>;

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
  await (await getMigrations(config)).runMigrations();
  return betterAuth(config);
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
      log: () => logger.error("the console's account library reported an error"),
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
