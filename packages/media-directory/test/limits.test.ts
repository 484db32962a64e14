import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { png } from "./support/samples.ts";
import { useBenches } from "./support/use-benches.ts";

const start = useBenches();
const kibibyte = 1024;

it("a store that is full refuses what does not fit, and takes it once there is room", async () => {
  const bench = await start({ totalBytes: 2 * png.length - 1 });
  const conversationId = await bench.conversation();
  const url = bench.desk.has("/a.png", png, "image/png");
  await bench.store({ conversationId, url });
  const full = await bench.copy({ url });
  expect(full).toMatchObject({ stored: false, why: "full", retryable: true });
  await bench.erase(conversationId);
  await bench.until(async () => (await bench.copy({ url })).stored);
});

it("what a refused file took is free again", async () => {
  const bench = await start({ totalBytes: 64 * kibibyte, limitBytes: 64 * kibibyte });
  const url = bench.desk.answers("/cut", (response) => {
    response.writeHead(200, { "content-length": String(64 * kibibyte) });
    response.write(randomBytes(60 * kibibyte), () => setImmediate(() => response.destroy()));
  });
  for (const key of ["1", "2", "3"])
    expect(await bench.copy({ url, key })).toMatchObject({ why: "unreachable" });
  await bench.store({ url: bench.desk.has("/whole", randomBytes(50 * kibibyte)) });
});

it("what is on disk at the start counts", async () => {
  const bench = await start();
  const url = bench.desk.has("/a.png", png, "image/png");
  await bench.store({ url });
  await bench.stop();
  await bench.open({ totalBytes: 2 * png.length - 1 });
  expect(await bench.copy({ url })).toMatchObject({ stored: false, why: "full" });
});

it("a conversation that is erased while its file comes gets none", async () => {
  const bench = await start();
  const conversationId = await bench.conversation();
  const url = bench.desk.answers("/late.png", (response) => {
    void bench.erase(conversationId).then(() => response.end(png));
  });
  const answer = await bench.copy({ conversationId, url });
  expect(answer).toMatchObject({ stored: false, why: "unknown-conversation" });
  expect(bench.onDisk()).toEqual([]);
});

it("a state that is full refuses the file", async () => {
  const bench = await start({}, { pluginEntries: 3 });
  const url = bench.desk.has("/a.png", png, "image/png");
  expect(await bench.copy({ url })).toMatchObject({ stored: false, why: "full" });
  expect(bench.onDisk()).toEqual([]);
});

it("an error of the disk is told to the log alone", async () => {
  const bench = await start();
  bench.spoilDrafts();
  const answer = await bench.copy({ url: bench.desk.has("/a.png", png, "image/png") });
  expect(answer).toMatchObject({ stored: false, why: "unreachable", retryable: true });
  expect(bench.log).toContainEqual({
    level: "error",
    event: "a file of an agent app could not be stored",
    fields: { error: "ENOENT", class: "Error" },
  });
});
