/** A map, since the name comes from the page's address, which is untrusted. */
const problems: ReadonlyMap<string, string> = new Map([
  ["sso-unreachable", "The sign-in provider cannot be reached. Try again, or use your password."],
  ["sso-late", "Sign-in took too long, or was started in another browser. Try again."],
  ["sso-cancelled", "You did not finish signing in."],
  ["sso-failed", "The sign-in provider's answer could not be verified. Try again."],
  ["sso-busy", "Too many attempts. Wait a little, then try again."],
  [
    "sso-away",
    "The gateway's database is not available at the moment. Try again in a little while.",
  ],
  ["unverified-email", "The sign-in provider has not verified your email address."],
  ["not-admitted", "You have no account here. Ask an admin to invite you."],
]);

/** Explains why single sign-on failed. */
export function singleSignOnProblem(name: string): string {
  return problems.get(name) ?? "Sign-in failed. Try again.";
}

const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/\b(iPhone|iPad)\b/, "iOS"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

/** Names a browser in words that its owner knows. */
export function deviceInWords(userAgent: string): string {
  const find = (table: typeof browsers): string | undefined =>
    table.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser = find(browsers);
  const system = find(systems);
  if (browser === undefined) return userAgent.slice(0, 40) || "Unknown device";
  return system === undefined ? browser : `${browser} on ${system}`;
}
