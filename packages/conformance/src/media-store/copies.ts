import type { MediaCopyRequest } from "@parley/core";
import { pathOf } from "../http-client/http-app.ts";
import { want } from "../want.ts";
import { png } from "./files.ts";
import { type MediaStoreCheck, type MediaStoreTrial, secret } from "./media-store-trial.ts";

/** What a copy is, and when it is the same one. */
export function copyRules(check: MediaStoreCheck): void {
  check("a copy has the bytes, the type, the size and the name of the file", async (trial) => {
    trial.has(png, "image/png");
    const file = await trial.store("/files/7/cat.png");
    const { type, sizeBytes, name } = file;
    want(
      "what is told",
      { type, sizeBytes, name },
      {
        type: "image/png",
        sizeBytes: png.length,
        name: "cat.png",
      },
    );
    const answer = await fetch(file.url);
    want("the link works", answer.status, 200);
    want("every byte", Buffer.from(await answer.arrayBuffer()).equals(png), true);
    want("the link fits a message", file.url.length <= 2_048, true);
  });

  check("the given name is the file's, and the app's own is the default", async (trial) => {
    trial.app.answer = (_request, response) =>
      response
        .writeHead(200, { "content-disposition": 'attachment; filename="bill.txt"' })
        .end("three");
    want("the app's", (await trial.store("/download")).name, "bill.txt");
    want("the given one", (await trial.store("/download", { name: "May.txt" })).name, "May.txt");
  });

  check(
    "the same key of a conversation is the same file, whatever the link is then",
    async (trial) => {
      trial.has(png, "image/png");
      const conversationId = await trial.conversation();
      const first = await trial.store("/one.png", { conversationId });
      want("again", await trial.store("/two.png", { conversationId }), first);
      want("it is fetched once", trial.app.requests.map(pathOf), ["/one.png"]);
    },
  );

  check("two calls at once for one key fetch the file once", async (trial) => {
    trial.has(png, "image/png");
    const conversationId = await trial.conversation();
    const both = await Promise.all([
      trial.store("/one.png", { conversationId }),
      trial.store("/one.png", { conversationId }),
    ]);
    want("one file", both[1], both[0]);
    want("one request", trial.app.requests.length, 1);
  });

  check("another key, or another conversation, is another file", async (trial) => {
    trial.has(png, "image/png");
    const conversationId = await trial.conversation();
    const files = await Promise.all([
      trial.store("/one.png", { conversationId }),
      trial.store("/one.png", { conversationId, key: "a2" }),
      trial.store("/one.png"),
    ]);
    want("three links", new Set(files.map(({ url }) => url)).size, 3);
  });

  check("any text of 1 to 255 characters is a key", async (trial) => {
    trial.has(png, "image/png");
    const conversationId = await trial.conversation();
    const keys = ["1", "../../a", "a/b:c", "Käse 🧀", "x".repeat(255), `${"x".repeat(254)}y`];
    const links = new Set<string>();
    for (const key of keys) links.add((await trial.store("/one.png", { conversationId, key })).url);
    want("each is a file of its own", links.size, keys.length);
  });

  check("the given headers go to the app, and to no other origin", async (trial) => {
    const other = await trial.another();
    other.answer = (_request, response) => response.end(png);
    trial.app.answer = (_request, response) =>
      response.writeHead(302, { location: `${other.url}/cat.png` }).end();
    await trial.store("/cat.png", { allowOrigins: [trial.app.url, other.url] });
    want("to the app", tokensOf(trial), [`Bearer ${secret}`]);
    want(
      "to no other",
      other.requests.map(({ headers }) => headers.authorization),
      [undefined],
    );
  });

  check("a copy outlives a restart: link and key stay", async (trial) => {
    trial.has(png, "image/png");
    const conversationId = await trial.conversation();
    const file = await trial.store("/one.png", { conversationId });
    await trial.restart();
    want("the link", (await fetch(file.url)).status, 200);
    want("the key", await trial.store("/one.png", { conversationId }), file);
    want("one request", trial.app.requests.length, 1);
  });

  check("after a copy that failed, the same call can succeed", async (trial) => {
    const request: Partial<MediaCopyRequest> = { conversationId: await trial.conversation() };
    trial.app.answer = (_request, response) => response.writeHead(503).end();
    want("refused", (await trial.copy("/one.png", request)).stored, false);
    trial.has(png, "image/png");
    want("the link", (await fetch((await trial.store("/one.png", request)).url)).status, 200);
  });
}

function tokensOf({ app }: MediaStoreTrial): readonly (string | undefined)[] {
  return app.requests.map(({ headers }) => headers.authorization);
}
