import { ParleyError } from "@parley/core";
import type { Role } from "../accounts/accounts.ts";
import { isLoopback } from "../http/loopback.ts";

/** How agents sign in at a provider of OpenID Connect. */
export interface SingleSignOnOptions {
  /** The issuer, as its discovery document names it: `https:`, or `http:` on a loopback address. */
  readonly issuer: string;
  readonly clientId: string;
  /** Sent with `client_secret_basic`. */
  readonly clientSecret: string;
  /** Text of the button; default `Sign in with single sign-on`. */
  readonly label?: string;
  /** Allowed domains of the verified email, such as `["shop.example"]`; default: any. */
  readonly allowedDomains?: readonly string[];
  /**
   * Who may sign in without an account. `invited-only` (default) accepts an open invitation for the verified email. A
   * role creates an account with that role for any email of `allowedDomains`, which is then required.
   */
  readonly newAccounts?: Role | "invited-only";
}

export const defaultLabel = "Sign in with single sign-on";

/** @throws `console-sso-invalid` */
export function checkSingleSignOn(options: SingleSignOnOptions): void {
  const { issuer, clientId, clientSecret, allowedDomains = [], newAccounts } = options;
  const url = URL.parse(issuer);
  const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && isLoopback(url));
  if (!isSafe) throw invalid("its issuer must be an https URL (http only on this machine)");
  if (clientId === "" || clientSecret === "") {
    throw invalid("its client id and client secret must not be empty");
  }
  if (newAccounts !== undefined && newAccounts !== "invited-only" && allowedDomains.length === 0) {
    throw invalid("allowedDomains must be set when new accounts are made without an invitation");
  }
}

function invalid(why: string): ParleyError {
  return new ParleyError("console-sso-invalid", `Single sign-on cannot be used: ${why}.`);
}
