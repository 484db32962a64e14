import type { FirstAccount } from "@parley/agent-console";

export interface WelcomeParts {
  /** Origin of the console. */
  readonly url: string;
  /** The file with the first channel's secret address. */
  readonly channelFile: string;
  readonly shopUrl: string | null;
  /** Whether this start created the first channel. */
  readonly made: boolean;
  readonly agentEmail: string;
  /** The account, if this start generated its password. */
  readonly account: FirstAccount | null;
}

/**
 * The start's output: where to sign in and where the shop is, and the password on the first start. No other code shows
 * a password.
 */
export function welcome(parts: WelcomeParts): readonly string[] {
  const { url, channelFile, shopUrl, made, agentEmail, account } = parts;
  return [
    `sign in   ${url}/console/`,
    ...(made && account === null ? [`email     ${agentEmail}`] : accountLines(account)),
    ...(made ? [`channel   its URLs with the channel secret are in ${channelFile}`] : []),
    ...(shopUrl === null ? [] : [`shop      ${shopUrl}/`]),
  ];
}

/** The account and its password if this start generated it; otherwise nothing. */
export function accountLines(account: FirstAccount | null): readonly string[] {
  if (account === null) return [];
  const { email, password } = account;
  const once = "          (made now, and shown only this once)";
  return [`email     ${email}`, `password  ${password}`, once];
}
