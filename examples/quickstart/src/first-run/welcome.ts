import type { FirstAccount } from "@parley/agent-console";

export interface WelcomeParts {
  /** Origin of the console. */
  readonly url: string;
  /** Where the first channel's secret address is kept. */
  readonly channelFile: string;
  readonly shopUrl: string | null;
  /** Whether this start made the first channel. */
  readonly made: boolean;
  readonly agentEmail: string;
  /** The account whose password was made on this start. */
  readonly account: FirstAccount | null;
}

/**
 * What a start tells: where to sign in and where the shop is, and the first time with what. This file is the one place
 * where a password is shown.
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

/** The account whose password was made on this start; nothing when it was not. */
export function accountLines(account: FirstAccount | null): readonly string[] {
  if (account === null) return [];
  const { email, password } = account;
  const once = "          (made now, and shown only this once)";
  return [`email     ${email}`, `password  ${password}`, once];
}
