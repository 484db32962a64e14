import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { join, resolve } from "node:path";

/** Beside what is installed: gone when that is. */
const cache = resolve(import.meta.dirname, "../node_modules/.cache");
// It unpacks itself into TMPDIR, which is of a whole process.
const program = `const { default: chromium } = await import(process.argv[1]);
  await chromium.executablePath();`;

/** Path of the browser that came through npm. It is unpacked once and kept: that takes seconds, and 200 MB. */
export function unpackedChromium(): string {
  const place = join(cache, `chromium-${versionOf("@sparticuz/chromium")}`);
  if (!existsSync(place)) unpack(place);
  return join(place, "chromium");
}

function unpack(place: string): void {
  mkdirSync(cache, { recursive: true });
  const draft = mkdtempSync(join(cache, "draft-"));
  const words = ["--input-type=module", "-e", program, import.meta.resolve("@sparticuz/chromium")];
  const env = { ...process.env, TMPDIR: draft };
  const { status, stderr } = spawnSync(process.execPath, words, { env, encoding: "utf8" });
  try {
    if (status !== 0) throw new Error(`Chromium was not unpacked: ${stderr}`);
    renameSync(draft, place);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // Somebody else's came first, and will do.
    if (!existsSync(place)) throw error;
  }
}

function versionOf(name: string): string {
  const file = findPackageJSON(name, import.meta.url);
  if (file === undefined) throw new Error(`${name} is not installed`);
  return (JSON.parse(readFileSync(file, "utf8")) as { readonly version: string }).version;
}
