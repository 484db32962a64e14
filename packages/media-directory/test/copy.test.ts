import { describe, expect, it } from "vitest";
import { deskHost } from "./support/desk-http-client.ts";
import { idOf } from "./support/media-bench.ts";
import { png } from "./support/samples.ts";
import { useBenches } from "./support/use-benches.ts";

const start = useBenches();

describe("a copy", () => {
  it("is served under the link that it gives, as the app has it", async () => {
    const bench = await start();
    const url = bench.desk.has("/files/7/Kätzchen.png", png, "image/png");
    const file = await bench.store({ url });
    expect(file).toMatchObject({ type: "image/png", sizeBytes: png.length, name: "Kätzchen.png" });
    const answer = await fetch(file.url);
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(png);
  });

  it("of the same key of a conversation is the same file, fetched once", async () => {
    const bench = await start();
    const conversationId = await bench.conversation();
    const url = bench.desk.has("/a.png", png, "image/png");
    const both = await Promise.all([
      bench.store({ conversationId, url }),
      bench.store({ conversationId, url }),
    ]);
    const third = await bench.store({ conversationId, url });
    expect(both[0]).toEqual(both[1]);
    expect(third).toEqual(both[0]);
    expect(bench.desk.requests).toHaveLength(1);
    expect(bench.onDisk()).toEqual([idOf(third)]);
  });

  it("of another conversation or another key is another file", async () => {
    const bench = await start();
    const conversationId = await bench.conversation();
    const url = bench.desk.has("/a.png", png, "image/png");
    const files = [
      await bench.store({ conversationId, url }),
      await bench.store({ conversationId, url, key: "a2" }),
      await bench.store({ url }),
    ];
    expect(new Set(files.map(idOf)).size).toBe(3);
  });

  it("is fetched with the given headers", async () => {
    const bench = await start();
    const url = bench.desk.has("/a.png", png, "image/png");
    await bench.store({ url, headers: { authorization: "Bearer t0ken" } });
    expect(bench.desk.requests).toEqual([{ path: "/a.png", token: "Bearer t0ken" }]);
  });

  it("of a key whose file was lost is fetched again", async () => {
    const bench = await start();
    const conversationId = await bench.conversation();
    const url = bench.desk.has("/a.png", png, "image/png");
    const lost = await bench.store({ conversationId, url });
    bench.lose(idOf(lost));
    expect((await fetch(lost.url)).status).toBe(404);
    const again = await bench.store({ conversationId, url });
    expect((await fetch(again.url)).status).toBe(200);
  });

  it("is never made of a visitor's file, which is passed on as a link", async () => {
    const bench = await start();
    const link = bench.desk.has("/visitor.png", png, "image/png");
    const file = link.replace(deskHost, "127.0.0.1");
    await bench.visitor("v9", { type: "photo", file, file_name: "a.png", file_size: png.length });
    expect(bench.backend.taken.at(-1)?.message).toMatchObject({ type: "photo", file });
    expect(bench.desk.requests).toEqual([]);
    expect(bench.onDisk()).toEqual([]);
  });

  it("is made for an agent app's own conversation only, and its key is its own", async () => {
    const bench = await start({}, { agents: ["sales", "support"] });
    const conversationId = await bench.conversation();
    const url = bench.desk.has("/a.png", png, "image/png");
    const own = await bench.copy({ conversationId, url }, "sales");
    const other = await bench.copy({ conversationId, url }, "support");
    const hosts = await bench.copy({ conversationId, url });
    expect(own).toMatchObject({ stored: true });
    expect(other).toMatchObject({ stored: false, why: "unknown-conversation" });
    expect(hosts).toMatchObject({ stored: true });
    expect(hosts).not.toEqual(own);
  });

  it("outlives a restart of the gateway", async () => {
    const bench = await start();
    const url = bench.desk.has("/a.png", png, "image/png");
    const file = await bench.store({ url });
    await bench.stop();
    await bench.open();
    expect((await fetch(file.url)).status).toBe(200);
  });
});
