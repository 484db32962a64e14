import { once } from "node:events";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { useConsole } from "../support/use-console.ts";

const start = useConsole();
let pageDirectory = "";

beforeAll(async () => {
  pageDirectory = await mkdtemp(join(tmpdir(), "parley-page-"));
  await mkdir(join(pageDirectory, "assets"));
  await writeFile(join(pageDirectory, "index.html"), "x".repeat(300_000));
  await writeFile(join(pageDirectory, "assets", "page-1a2b.js"), "x".repeat(300_000));
});
afterAll(() => rm(pageDirectory, { recursive: true }));

/** Number of open files and sockets of this process. */
const descriptors = async (): Promise<number> => (await readdir("/dev/fd")).length;

it.each(["/", "/assets/page-1a2b.js"])(
  "a connection that asks for %s a hundred times and reads nothing leaves no file open",
  async (path) => {
    const { host } = await start({ pageDirectory });
    await fetch(`${host.url}/console${path}`).then((answer) => answer.text());
    const before = await descriptors();
    const socket = connect(Number(new URL(host.url).port), "127.0.0.1").pause();
    socket.write(`GET /console${path} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(100));
    await once(socket, "readable");
    // A hundred requests are running, and later ones wait behind this one.
    await fetch(`${host.url}/console${path}`).then((answer) => answer.text());
    socket.destroy();
    await expect.poll(descriptors, { timeout: 20_000 }).toBeLessThanOrEqual(before + 2);
  },
);
