import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { issueToken } from "@parley/agent-http";

/** What the gateway and the app know of each other. A real host keeps it where it keeps its other secrets. */
export interface Settings {
  /** The app's bearer token. */
  readonly token: string;
  /** Signs the events that are posted to the app. */
  readonly secret: string;
  /** Where visitors write, such as `/chat/…/shop`; `null`: there is no channel yet. */
  readonly ingressPath: string | null;
}

/** Reads the settings of an earlier start, or makes new ones. */
export function readSettings(path: string): Settings {
  if (existsSync(path)) return JSON.parse(readFileSync(path, "utf8")) as Settings;
  const secret = `whsec_${randomBytes(32).toString("base64")}`;
  return { token: issueToken().token, secret, ingressPath: null };
}

export function keepSettings(path: string, settings: Settings): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(settings), { mode: 0o600 });
}
