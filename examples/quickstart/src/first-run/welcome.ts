import type { FirstAccount } from "@parley/agent-console";

export interface WelcomeParts {
  /** Origin of the console. */
  readonly url: string;
  /** The file with the first channel's secret address. */
  readonly channelFile: string;
  /** The file with the accounts. */
  readonly accountsFile: string;
  readonly shopUrl: string | null;
  /** Email of the first admin who can sign in; `null`: there is none. */
  readonly adminEmail: string | null;
  /** The account, if this start generated its password. */
  readonly account: FirstAccount | null;
  readonly allowInsecureLoopback: boolean;
}

/**
 * The start's output: where to sign in and as whom, how to get back in, and where the shop is. The password is shown on
 * the first start only, and no other code shows one.
 */
export function welcome(parts: WelcomeParts): readonly string[] {
  const { url, channelFile, accountsFile, shopUrl, adminEmail, account } = parts;
  const email = adminEmail === null ? [] : [`email     ${adminEmail}`];
  return [
    `sign in   ${url}/console/`,
    ...(account === null ? email : accountLines(account)),
    ...(shopUrl === null ? [] : [`shop      ${shopUrl}/`]),
    `channel   its URLs with the channel secret are in ${channelFile}`,
    "forgot?   another admin can make you a link: People, Reset password. If there is none, stop,",
    `          remove ${accountsFile}*, and start again: that makes a new account, and chats stay`,
    ...loopbackLines(parts),
    "",
  ];
}

/** The account and its password if this start generated it; otherwise nothing. */
export function accountLines(account: FirstAccount | null): readonly string[] {
  if (account === null) return [];
  const { email, password } = account;
  const once = "          (made now, and shown only this once)";
  return [`email     ${email}`, `password  ${password}`, once];
}

/** What is meant for a developer's machine only. */
export function loopbackLines({
  allowInsecureLoopback,
}: Pick<WelcomeParts, "allowInsecureLoopback">): readonly string[] {
  if (!allowInsecureLoopback) return [];
  return [
    "note      agents' messages may go to http:// addresses of this machine, for developers;",
    "          PARLEY_INSECURE_LOOPBACK=0 ends that",
  ];
}
