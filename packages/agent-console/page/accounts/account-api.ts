import type { Role } from "../../src/accounts/accounts.ts";
import type { MeView } from "../../src/accounts/me-view.ts";
import type { SessionFacts } from "../../src/accounts/sessions.ts";
import { call } from "../api/call.ts";

export interface WaysToSignIn {
  readonly singleSignOn: { readonly label: string } | null;
}

export interface SessionView extends SessionFacts {
  /** Whether this page uses the session. */
  readonly current: boolean;
  /** Whether one of the session's pages is open now. */
  readonly open: boolean;
}

/** Signing in, and the agent's own account. */
export const accountApi = {
  waysToSignIn: () => call<WaysToSignIn>("GET", "/auth/ways"),
  signIn: (email: string, password: string) =>
    call<MeView>("POST", "/auth/sign-in/email", { email, password }),
  invitation: (token: string) =>
    call<{ readonly email: string; readonly role: Role }>("POST", "/links/invitation", { token }),
  accept: (token: string, name: string, password: string) =>
    call<MeView>("POST", "/links/invitation/accept", { token, name, password }),
  passwordLink: (token: string) =>
    call<{ readonly email: string }>("POST", "/links/password", { token }),
  setPassword: (token: string, password: string) =>
    call<MeView>("POST", "/links/password/use", { token, password }),
  /** The key that encrypts this account's unsent texts. Never store it. */
  unsentKey: () => call<{ readonly key: string }>("GET", "/me/unsent-key"),
  rename: (name: string) => call<MeView>("PATCH", "/me", { name }),
  changePassword: (current: string, password: string) =>
    call<{ readonly ended: number }>("PUT", "/me/password", { current, password }),
  sessions: () => call<{ readonly sessions: readonly SessionView[] }>("GET", "/sessions"),
  endSession: (id: string) => call("DELETE", `/sessions/${encodeURIComponent(id)}`),
  endOtherSessions: () => call("DELETE", "/sessions?others=true"),
  endAllSessions: () => call("DELETE", "/sessions"),
};
