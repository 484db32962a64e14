import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { QuickstartProcess } from "./support/quickstart-process.ts";
import { QuickstartRuns } from "./support/quickstart-runs.ts";

const root = join(import.meta.dirname, "../../..");
const runs = new QuickstartRuns();
let quickstart: QuickstartProcess;

beforeAll(async () => {
  const asTheyAre = { PARLEY_AGENT_EMAIL: "", PARLEY_AGENT_PASSWORD: "" };
  quickstart = await runs.start(runs.freshData(), asTheyAre);
});
afterAll(() => runs.end());

/** The commands of the repository's README to type while `npm start` runs. A check of an adapter needs no gateway. */
const lines = readFileSync(join(root, "README.md"), "utf8")
  .split("\n")
  .filter((line) => line.startsWith("npm run -s parley -- ") && !line.includes("adapter check"));

/** Runs a line against this test's gateway instead of the usual ports. */
function typed(line: string): Promise<{ readonly code: number; readonly said: string }> {
  const { url, dataDirectory, shopPort } = quickstart;
  const env = { ...process.env, PARLEY_URL: url, PARLEY_DATA: dataDirectory };
  const here = line.replace("127.0.0.1:8081", `127.0.0.1:${shopPort}`);
  return new Promise((resolve) => {
    const child = execFile("/bin/sh", ["-c", here], { cwd: root, env }, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, said: stdout + stderr }),
    );
  });
}

describe("the README's commands, on a gateway that has just been started for the first time", () => {
  it("are about the gateway, its deliveries, what is wrong, and the receiver", () => {
    const words = lines.map((line) => line.split(" -- ")[1]?.split(/ +[#-]| http/)[0]);
    expect(words).toEqual([
      "status",
      "deliveries list",
      "conversations list",
      "doctor",
      "receiver check",
    ]);
  });

  it.each(lines)("%s", async (line) => {
    const { code, said } = await typed(line);
    expect(code, said).toBe(0);
  });
});
