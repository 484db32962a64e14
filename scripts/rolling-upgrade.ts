import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { readOptions } from "../harness/src/read-options.ts";

const page = `rolling-upgrade: nodes of an earlier version are replaced one by one while faults happen

Builds the earlier version in a directory of its own, and runs the chaos harness: three of its nodes on one PostgreSQL.
After 15 s they are upgraded one by one, so that both versions run side by side. Nothing may be lost or reordered.

  --from COMMIT  the earlier version (default: the one before conversations had owners)
  --seconds N    how long faults happen (default 60)
  --help         this page
`;
const { values } = readOptions(page, {
  options: {
    from: { type: "string", default: "40775913" },
    seconds: { type: "string", default: "60" },
  },
});
const root = resolve(import.meta.dirname, "..");
const checkout = mkdtempSync(join(tmpdir(), "parley-earlier-"));
const pnpm = ["--yes", "--prefer-offline", "pnpm@12.21.0"];
const run = (command: string, args: readonly string[], cwd: string): void => {
  execFileSync(command, args, { cwd, stdio: ["ignore", "ignore", "inherit"] });
};
try {
  run("git", ["clone", "--quiet", root, checkout], root);
  run("git", ["checkout", "--quiet", values.from], checkout);
  run("npx", [...pnpm, "install", "--frozen-lockfile"], checkout);
  run("npx", [...pnpm, "run", "prepare:all"], checkout);
  if (!existsSync(join(checkout, "harness/dist/gateway/host.js")))
    throw new Error(`the version ${values.from} has no gateway for the harness`);
  const chaos = [join(root, "harness/dist/chaos/main.js"), "--before", checkout];
  execFileSync(process.execPath, [...chaos, "--seconds", values.seconds, "--rate", "150"], {
    stdio: "inherit",
  });
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  rmSync(checkout, { recursive: true, force: true });
}
