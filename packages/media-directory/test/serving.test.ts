import { connect } from "node:net";
import { expect, it } from "vitest";
import { idOf, type MediaBench } from "./support/media-bench.ts";
import { png } from "./support/samples.ts";
import { useBenches } from "./support/use-benches.ts";

const start = useBenches();

/** The status line and headers of a raw request: `fetch` would tidy the path. */
async function raw(
  bench: MediaBench,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { port, hostname } = new URL(bench.url);
  const socket = connect(Number(port), hostname);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${lines.join("")}\r\n`);
  return (await socket.setEncoding("latin1").toArray()).join("");
}

async function stored(bench: MediaBench, name: string, content: string | Buffer, type: string) {
  return bench.store({ name, url: bench.desk.has(`/${name}`, content, type) });
}

it("a picture is shown; nothing runs, no page may read it unasked, and no cache keeps it long", async () => {
  const bench = await start();
  const { headers } = await fetch((await stored(bench, "a.png", png, "image/png")).url);
  expect(Object.fromEntries(headers)).toMatchObject({
    "content-type": "image/png",
    "content-length": String(png.length),
    "content-disposition": "inline; filename=a.png",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; sandbox",
    "cross-origin-resource-policy": "cross-origin",
    "referrer-policy": "no-referrer",
    "cache-control": "private, max-age=3600",
    "accept-ranges": "bytes",
  });
});

it("a sound is given to a browser's own player, and runs nothing either", async () => {
  const bench = await start();
  const { headers } = await fetch((await stored(bench, "a.mp3", "ID3\x04", "audio/mpeg")).url);
  expect(headers.get("content-security-policy")).toBe(
    "default-src 'none'; media-src 'self'; sandbox allow-same-origin",
  );
});

for (const [name, type, served] of [
  ["a.svg", "image/svg+xml", "application/octet-stream"],
  ["a.html", "text/html; charset=utf-8", "application/octet-stream"],
  ["a.xhtml", "application/xhtml+xml", "application/octet-stream"],
  ["a.xml", "text/xml", "application/octet-stream"],
  ["a.js", "text/javascript", "application/octet-stream"],
  ["a.mjs", "application/x-javascript", "application/octet-stream"],
  ["a.css", "text/css", "application/octet-stream"],
  ["a.swf", "application/x-shockwave-flash", "application/octet-stream"],
  ["a.mht", "multipart/related", "application/octet-stream"],
  ["a.bin", "nonsense", "application/octet-stream"],
  ["a.pdf", "application/pdf", "application/pdf"],
  ["a.txt", "text/plain", "text/plain"],
  ["a.heic", "image/heic", "image/heic"],
] as const)
  it(`${type} is only offered to be saved, as ${served}`, async () => {
    const bench = await start();
    const { headers } = await fetch((await stored(bench, name, "<script>1</script>", type)).url);
    expect(headers.get("content-type")).toBe(served);
    expect(headers.get("content-disposition")).toBe(`attachment; filename=${name}`);
    expect(headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });

it("HEAD tells the same without the content", async () => {
  const bench = await start();
  const { url } = await stored(bench, "a.png", png, "image/png");
  const [head, get] = [await fetch(url, { method: "HEAD" }), await fetch(url)];
  const told = (answer: Response) =>
    [...answer.headers].filter(([name]) => !/^(?:date|connection|keep-alive)$/.test(name));
  expect(told(head)).toEqual(told(get));
  expect(await head.text()).toBe("");
});

it("a part of a file is given, as long as it is the same file", async () => {
  const bench = await start();
  const { url } = await stored(bench, "a.png", png, "image/png");
  const ask = (headers: Readonly<Record<string, string>>) => fetch(url, { headers });
  const part = await ask({ range: "bytes=2-5" });
  expect(part.status).toBe(206);
  expect(part.headers.get("content-range")).toBe(`bytes 2-5/${png.length}`);
  expect(Buffer.from(await part.arrayBuffer())).toEqual(png.subarray(2, 6));
  const tag = part.headers.get("etag") ?? "";
  expect((await ask({ range: "bytes=2-5", "if-range": tag })).status).toBe(206);
  expect((await ask({ range: "bytes=2-5", "if-range": '"other"' })).status).toBe(200);
  const path = new URL(url).pathname;
  expect(await raw(bench, path, { "if-none-match": tag })).toMatch(/^HTTP\/1\.1 304 /);
  const since = part.headers.get("last-modified") ?? "";
  expect(await raw(bench, path, { "if-modified-since": since })).toMatch(/^HTTP\/1\.1 304 /);
  expect((await ask({ "if-match": '"other"' })).status).toBe(412);
});

it("a range that the file has not is refused with its size", async () => {
  const bench = await start();
  const { url } = await stored(bench, "a.png", png, "image/png");
  const answer = await fetch(url, { headers: { range: "bytes=1000-" } });
  expect(answer.status).toBe(416);
  expect(answer.headers.get("content-range")).toBe(`bytes */${png.length}`);
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  expect(await answer.text()).toBe("The file has no such range.\n");
});

it("only GET and HEAD are answered", async () => {
  const bench = await start();
  const { url } = await stored(bench, "a.png", png, "image/png");
  for (const method of ["POST", "PUT", "DELETE", "OPTIONS", "PATCH"]) {
    const answer = await fetch(url, { method });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  }
});

it("an unknown id, an erased conversation and a lost file are answered alike", async () => {
  const bench = await start();
  const conversationId = await bench.conversation();
  const url = bench.desk.has("/a.png", png, "image/png");
  const erased = await bench.store({ conversationId, url });
  const lost = await bench.store({ url });
  bench.lose(idOf(lost));
  await bench.erase(conversationId);
  const unknown = `${bench.url}/${"A".repeat(32)}/a.png`;
  const answers = await Promise.all(
    [erased.url, lost.url, unknown].map(async (one) => {
      const answer = await fetch(one);
      const headers = [...answer.headers].filter(([name]) => name !== "date");
      return [answer.status, headers, await answer.text()];
    }),
  );
  expect(answers[0]).toEqual([404, expect.any(Array), "There is no such file.\n"]);
  expect(answers[1]).toEqual(answers[0]);
  expect(answers[2]).toEqual(answers[0]);
});

it("no part of a URL becomes a path", async () => {
  const bench = await start();
  const file = await stored(bench, "a.png", png, "image/png");
  const id = idOf(file);
  for (const path of [
    "/media/../parley-media.json",
    "/media/parley-media.json",
    "/media/tmp",
    `/media/${id.slice(0, 2)}/${id}`,
    "/media/..%2f..%2fetc%2fpasswd",
    "/media/%2e%2e/%2e%2e/etc/passwd",
    `/media/${id}/../../parley-media.json`,
    `/media/${id}%00.png`,
    `/media//${id}`,
    `/media/${id}/a/b`,
    "/media/%",
    `/media/${"a".repeat(300)}`,
    "*",
    "http://[",
  ])
    expect(await raw(bench, path)).toMatch(/^HTTP\/1\.1 404 /);
  expect(await raw(bench, `/media/${id}/..%2f..%2fpasswd`)).toMatch(/^HTTP\/1\.1 200 /);
});

it("the mount point may be cut off, as Express does, and the name may be anything", async () => {
  const bench = await start();
  const id = idOf(await stored(bench, "a.png", png, "image/png"));
  for (const path of [`/${id}`, `/${id}/`, `/${id}/b.exe?c=d`, `/media/${id}?download=1`])
    expect(await raw(bench, path)).toMatch(/^HTTP\/1\.1 200 /);
});

it("no id is ever logged", async () => {
  const bench = await start();
  const file = await stored(bench, "a.png", png, "image/png");
  await fetch(file.url);
  bench.lose(idOf(file));
  await fetch(file.url);
  expect(JSON.stringify(bench.log)).not.toContain(idOf(file));
});
