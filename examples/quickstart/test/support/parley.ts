import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { QuickstartProcess } from "./quickstart-process.ts";

/** The built `parley`. */
export const parleyScript = fileURLToPath(
  new URL("../../../../packages/cli/dist/program/parley.js", import.meta.url),
);

/** Runs the built `parley` against a quickstart. */
export function parley(
  { url, dataDirectory }: Pick<QuickstartProcess, "url" | "dataDirectory">,
  ...words: readonly string[]
): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> {
  const env = { ...process.env, PARLEY_URL: url, PARLEY_DATA: dataDirectory };
  return new Promise((resolve) => {
    execFile(process.execPath, [parleyScript, ...words], { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}
