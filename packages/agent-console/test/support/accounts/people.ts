import { ConsoleClient } from "../console-client.ts";
import type { ConsoleHost } from "../console-host.ts";

export const longPassword = "a password of Ben's";

/** Invites a person and accepts the invitation: returns a signed-in client. */
export async function joined(
  host: Pick<ConsoleHost, "url">,
  admin: ConsoleClient,
  role: "admin" | "agent" = "agent",
  email = "ben@parley.example",
): Promise<ConsoleClient> {
  const token = await invited(admin, role, email);
  const client = new ConsoleClient(host.url);
  const body = { token, name: "Ben", password: longPassword };
  const answer = await client.ask("POST", "/links/invitation/accept", body);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return client;
}

/** The token of an invitation link. */
export async function invited(
  admin: ConsoleClient,
  role: "admin" | "agent",
  email: string,
): Promise<string> {
  const answer = await admin.ask<{ link: string }>("POST", "/invitations", { email, role });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return tokenOf(answer.body.link);
}

/** The token of a link that sets an account's password. */
export async function passwordLinkFor(admin: ConsoleClient, accountId: string): Promise<string> {
  const path = `/people/${accountId}/password-link`;
  const answer = await admin.ask<{ link: string }>("POST", path);
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return tokenOf(answer.body.link);
}

export function tokenOf(link: string): string {
  return new URL(link).hash.split("/")[2] ?? "";
}

export interface AccountFacts {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: string;
}

export async function accountOf(client: ConsoleClient): Promise<AccountFacts> {
  return (await client.ask<{ account: AccountFacts }>("GET", "/me")).body.account;
}

/** The error code in a refusal's body. */
export function codeOf(answer: { readonly body: unknown }): number {
  return (answer.body as { error: { code: number } }).error.code;
}
