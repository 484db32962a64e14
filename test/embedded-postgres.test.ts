import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, lstatSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { startPostgres } from "../tools/embedded-postgres/src/index.ts";

const entry = resolve(import.meta.dirname, "../tools/embedded-postgres/src/index.ts");
const program = `import { startPostgres } from ${JSON.stringify(entry)};
  const server = await startPostgres({ fsync: false });
  console.log(JSON.stringify({ processId: server.processId, directory: server.dataDirectory }));
  setInterval(() => {}, 1000);`;

function runs(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch {
    return false;
  }
}

async function until(isSo: () => boolean): Promise<boolean> {
  for (let look = 0; look < 500; look += 1) {
    if (isSo()) return true;
    await pause(20);
  }
  return false;
}

describe("the PostgreSQL of tests and harnesses", () => {
  it("leaves nothing behind when it is stopped", async () => {
    const server = await startPostgres({ fsync: false });
    expect(runs(server.processId)).toBe(true);
    await server.stop();
    expect(runs(server.processId)).toBe(false);
    expect(existsSync(server.dataDirectory)).toBe(false);
  });

  it("keeps a directory that was chosen, for the next start on it", async () => {
    const chosen = mkdtempSync(join(tmpdir(), "parley-kept-"));
    const first = await startPostgres({ directory: chosen, fsync: false });
    await first.createDatabase();
    await first.stop();
    const databases = readdirSync(join(first.dataDirectory, "base"));
    const second = await startPostgres({ directory: chosen, fsync: false });
    expect(readdirSync(join(second.dataDirectory, "base"))).toEqual(databases);
    await second.stop();
    expect(existsSync(second.dataDirectory)).toBe(true);
    rmSync(chosen, { recursive: true });
  });

  it("keeps a directory that its user cannot reach, as root's home, as a link to one that it can", async () => {
    const home = mkdtempSync(join(tmpdir(), "parley-private-"));
    const chosen = join(home, "postgres");
    const first = await startPostgres({ directory: chosen, fsync: false });
    await first.createDatabase();
    await first.stop();
    const databases = readdirSync(join(chosen, "data/base"));
    const second = await startPostgres({ directory: chosen, fsync: false });
    expect(readdirSync(join(chosen, "data/base"))).toEqual(databases);
    await second.stop();
    const isRoot = process.getuid?.() === 0;
    expect(lstatSync(chosen).isSymbolicLink()).toBe(isRoot);
    rmSync(dirname(second.dataDirectory), { recursive: true });
    // What the link led to may be swept away, as all of /var/tmp.
    const third = await startPostgres({ directory: chosen, fsync: false });
    await third.stop();
    rmSync(dirname(third.dataDirectory), { recursive: true });
    rmSync(home, { recursive: true });
  });

  it("ends with its parent, and leaves nothing behind, also when that is killed", async () => {
    const parent = spawn(process.execPath, ["--input-type=module", "--eval", program], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [line] = (await once(parent.stdout, "data")) as [Buffer];
    const { processId, directory } = JSON.parse(String(line)) as {
      processId: number;
      directory: string;
    };
    expect(runs(processId) && existsSync(directory)).toBe(true);
    parent.kill("SIGKILL");
    expect(await until(() => !runs(processId))).toBe(true);
    expect(await until(() => !existsSync(join(directory, "..")))).toBe(true);
  });
});
