import { join, resolve } from "node:path";
import { Program } from "./program.ts";

const root = resolve(import.meta.dirname, "../..");
const programs = { python: ["python3", "agent.py"], php: ["php", "agent.php"] } as const;

export type Language = keyof typeof programs;

/** What an app knows of its gateway. */
export interface AppSettings {
  readonly url: string;
  readonly token: string;
  readonly secret: string;
  readonly port: string;
  /** Where it keeps its file. */
  readonly directory: string;
}

/** The example in a language, with its settings. */
export function appOf(language: Language, mode: "push" | "pull", settings: AppSettings): Program {
  const [interpreter, file] = programs[language];
  const { url, token, secret, port, directory } = settings;
  return new Program({
    command: [interpreter, join(root, file), mode],
    directory,
    env: {
      AGENT_URL: url,
      AGENT_TOKEN: token,
      PORT: port,
      DATA: join(directory, "answered.db"),
      ...(mode === "push" && { AGENT_SECRET: secret }),
    },
  });
}
