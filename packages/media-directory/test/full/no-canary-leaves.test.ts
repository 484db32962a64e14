import { expect, it } from "vitest";
import { png } from "../support/samples.ts";
import { useBenches } from "../support/use-benches.ts";

const start = useBenches();
const count = 200;

/** How an agent app gives a file: the last part of its link, its type, its own headers, and what an adapter calls it. */
const ways: readonly {
  readonly link: string;
  readonly type: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly name?: string;
}[] = [
  { link: "report.pdf?sig=CANARY-link", type: "application/pdf" },
  { link: "CANARY-link", type: "image/png" },
  { link: "CANARY-link/photo.png?CANARY-link=1#CANARY-link", type: "image/png" },
  { link: "eyJDQU5B.CANARY-link.c2ln", type: "application/octet-stream" },
  {
    link: "download/CANARY-link",
    type: "text/plain; boundary=CANARY-header",
    headers: { "content-disposition": 'attachment; filename="notes.txt"' },
  },
  {
    link: "CANARY-link.bin",
    type: "CANARY-header",
    headers: {
      "set-cookie": "session=CANARY-header",
      etag: '"CANARY-header"',
      "x-internal": "CANARY-header",
      "last-modified": "Thu, 01 Jan 1970 00:00:00 GMT",
    },
  },
  { link: "CANARY-link/a", type: "image/png", name: "what the agent called it.png" },
  { link: "CANARY-link/gone", type: "gone" },
  {
    link: "CANARY-link/b.png",
    type: "image/png",
    headers: { "content-encoding": "CANARY-header" },
  },
];

it(`of ${count} attachments no token, private host or link leaves the house`, async () => {
  const bench = await start();
  const conversationId = await bench.conversation();
  const host = new URL(bench.desk.url).hostname;
  const left: string[] = [];
  let stored = 0;
  for (let index = 0; index < count; index += 1) {
    const { link, type, headers = {}, name } = ways[index % ways.length] ?? { link: "", type: "" };
    const path = `/${index}/${link}`;
    if (type !== "gone") bench.desk.has(path.split("#")[0] ?? "", png, type, headers);
    const answer = await bench.copy({
      conversationId,
      key: `CANARY-key-${index}`,
      url: bench.desk.url + path,
      headers: { authorization: `Bearer CANARY-token-${index}`, cookie: "CANARY-token" },
      ...(name !== undefined && { name }),
    });
    left.push(JSON.stringify(answer));
    if (!answer.stored) continue;
    stored += 1;
    const { url, type: kind, sizeBytes, name: fileName } = answer.file;
    const sent = await bench.gateway.outbox.send({
      conversationId,
      idempotencyKey: `${index}`,
      sender: { name: "Ann" },
      message: {
        type: kind.startsWith("image/") ? "photo" : "document",
        file: url,
        file_name: fileName,
        file_size: sizeBytes,
        mime_type: kind,
      },
    });
    expect(sent).toMatchObject({ accepted: true });
    await bench.until(() => bench.transport.posts.length === stored);
    for (const method of ["GET", "HEAD", "POST"]) {
      const served = await fetch(url, { method });
      left.push(JSON.stringify([...served.headers]), await served.text());
    }
    left.push(await (await fetch(`${url}x`)).text());
  }
  expect(bench.desk.requests.filter(({ token }) => token?.includes("CANARY"))).toHaveLength(count);
  expect(stored).toBeGreaterThan(count / 2);
  const bytes = [...left, ...bench.transport.posts.map((post) => JSON.stringify(post))];
  bytes.push(JSON.stringify(bench.log));
  const faulty = bytes.filter((text) => text.includes("CANARY") || text.includes(host));
  expect(faulty).toEqual([]);
  // The search can find: the desk was asked for what must not leave.
  expect(JSON.stringify(bench.desk.requests)).toContain("CANARY-link");
}, 120_000);
