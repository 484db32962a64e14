import { want } from "../want.ts";
import { pages, png } from "./files.ts";
import { type MediaStoreCheck, secret } from "./media-store-trial.ts";

/** What a link gives, and for how long. */
export function linkRules(check: MediaStoreCheck): void {
  check("a link cannot be guessed, and tells nothing of the app", async (trial) => {
    trial.has(png, "image/png");
    const files = await Promise.all([1, 2, 3].map(() => trial.store(`/cat.png?key=${secret}`)));
    for (const { url } of files) {
      want("16 bytes of chance at least", /[A-Za-z0-9_-]{22}/.test(new URL(url).pathname), true);
      want("no token", url.includes(secret), false);
      want("no origin of the app", url.includes(new URL(trial.app.url).host), false);
    }
    want("each is another", new Set(files.map(({ url }) => url)).size, files.length);
  });

  check("nothing in a file runs in a browser", async (trial) => {
    for (const { type, content } of pages) {
      trial.has(content, type);
      const answer = await trial.copy("/page", { key: type });
      if (!answer.stored) continue;
      const { headers } = await fetch(answer.file.url);
      want(`${type} is not guessed`, headers.get("x-content-type-options"), "nosniff");
      want(`${type} is saved`, headers.get("content-disposition")?.startsWith("attachment"), true);
      want(
        `${type} is sandboxed`,
        headers.get("content-security-policy")?.includes("sandbox"),
        true,
      );
    }
  });

  check("a page that calls itself a picture is not shown as one", async (trial) => {
    trial.has("<!doctype html><script>alert(1)</script>", "image/png");
    const answer = await trial.copy("/cat.png");
    if (!answer.stored) return;
    const { headers } = await fetch(answer.file.url);
    want("saved", headers.get("content-disposition")?.startsWith("attachment"), true);
    want("not guessed", headers.get("x-content-type-options"), "nosniff");
  });

  check("erasing a conversation ends its links, and no others", async (trial) => {
    trial.has(png, "image/png");
    const [conversationId, other] = [await trial.conversation(), await trial.conversation()];
    const file = await trial.store("/cat.png", { conversationId });
    const kept = await trial.store("/cat.png", { conversationId: other });
    want("it works", (await fetch(file.url)).status, 200);
    await trial.rig.gateway.conversations.erase(conversationId);
    want("ended at once", (await fetch(file.url)).status, 404);
    want("kept", (await fetch(kept.url)).status, 200);
    const again = await trial.copy("/cat.png", { conversationId });
    want("no more copies", again.stored ? "stored" : again.why, "unknown-conversation");
    await trial.restart();
    want("ended for good", (await fetch(file.url)).status, 404);
  });

  check("a conversation that is erased while its file comes gets none", async (trial) => {
    const conversationId = await trial.conversation();
    const asked = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    trial.app.answer = async (_request, response) => {
      asked.resolve();
      await go.promise;
      response.end(png);
    };
    const copying = trial.copy("/cat.png", { conversationId });
    await asked.promise;
    await trial.rig.gateway.conversations.erase(conversationId);
    go.resolve();
    const answer = await copying;
    want("refused", answer.stored ? "stored" : answer.why, "unknown-conversation");
  });

  check("an unknown link and an ended one look alike", async (trial) => {
    trial.has(png, "image/png");
    const conversationId = await trial.conversation();
    const { url } = await trial.store("/cat.png", { conversationId });
    want("it works", (await fetch(url)).status, 200);
    await trial.rig.gateway.conversations.erase(conversationId);
    want("alike", await seenAt(url), await seenAt(unknownLike(url)));
  });

  check("HEAD and parts of a file are answered, as players need them", async (trial) => {
    trial.has(png, "image/png");
    const { url } = await trial.store("/cat.png");
    const head = await fetch(url, { method: "HEAD" });
    want("HEAD", [head.status, head.headers.get("content-length")], [200, String(png.length)]);
    const part = await fetch(url, { headers: { range: "bytes=1-3" } });
    want("a part", [part.status, await part.text()], [206, "PNG"]);
  });
}

/** The same link with other random characters. */
function unknownLike(url: string): string {
  return url.replaceAll(/[A-Za-z0-9_-]{22,}/g, (random) => [...random].toReversed().join(""));
}

async function seenAt(url: string): Promise<unknown> {
  const answer = await fetch(url);
  const headers = [...answer.headers].filter(([name]) => name !== "date");
  return { status: answer.status, headers, body: await answer.text() };
}
