import { readSettings, type Settings } from "./settings.ts";

const tell = (sentence: string): void => void process.stderr.write(`${sentence}\n`);

/** Reads the settings of this process. Prints errors, and exits when there are any. */
export function settingsOrExit(
  environment: Readonly<Record<string, string | undefined>>,
): Settings {
  const reading = readSettings(environment);
  for (const warning of reading.warnings) tell(`warning: ${warning}`);
  if (!reading.ok) {
    for (const problem of reading.problems) tell(problem);
    process.exit(1);
  }
  return reading.settings;
}
