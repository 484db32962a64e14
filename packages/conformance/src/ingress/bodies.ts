import { gzipSync } from "node:zlib";
import { want } from "../want.ts";
import { type IngressCheck, wantRefusal } from "./ingress-trial.ts";
import { readAnswers } from "./raw-client.ts";

const limit = 65_536;

/** Bodies that are refused before they reach the inbox (ruling 4). */
export function bodyRules(check: IngressCheck): void {
  check(
    "a body of 64 KiB is taken whole, one byte more is 413 and reaches nobody",
    async (trial) => {
      want("taken", (await trial.send("x".repeat(limit))).status, 200);
      wantRefusal("refused", await trial.send("x".repeat(limit + 1)), 413);
      want(
        "one body",
        trial.inbox.bodies.map(({ length }) => length),
        [limit],
      );
      await trial.wantAlive();
    },
  );

  check("a body announced too large is refused before it comes", async (trial) => {
    const [answer] = await trial.client.raw(`${trial.post}Content-Length: 9999999999\r\n\r\n`);
    wantRefusal("at once", answer, 413);
    want("and the connection given up", answer?.headers.connection, "close");
  });

  check("a body that grows too large in chunks is refused as soon as it does", async (trial) => {
    const chunk = `8000\r\n${"x".repeat(0x8000)}\r\n`;
    const start = `${trial.post}Transfer-Encoding: chunked\r\n\r\n`;
    const [answer] = await trial.client.raw(start + chunk.repeat(3));
    wantRefusal("without waiting for its end", answer, 413);
    want("reaches nobody", trial.inbox.bodies, []);
  });

  check("a body without end is cut off", async (trial) => {
    const socket = trial.client.open();
    const closed = new Promise((resolve) => socket.resume().once("close", resolve));
    socket.write(`${trial.post}Content-Length: 999999999999\r\n\r\n`);
    const flood = (): void => {
      if (!socket.destroyed) socket.write("x".repeat(100_000), () => setImmediate(flood));
    };
    flood();
    await closed;
    want("reaches nobody", trial.inbox.bodies, []);
    await trial.wantAlive();
  });

  for (const encoding of ["gzip", "br", "deflate", "x-unknown", "identity, gzip"]) {
    check(
      `a body under Content-Encoding is 415, neither read nor unpacked: ${encoding}`,
      async (trial) => {
        const answer = await trial.send(gzipSync("{}"), [`Content-Encoding: ${encoding}`]);
        wantRefusal("refused", answer, 415);
        want("reaches nobody", trial.inbox.bodies, []);
      },
    );
  }

  check("what stands behind an answer that closes the connection reaches nobody", async (trial) => {
    const refused = `${trial.post}Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}`;
    const good = `${trial.post}Content-Length: 2\r\n\r\n{}`;
    const answers = readAnswers(await trial.client.untilClosed(refused + good + good));
    want("one answer", answers.length, 1);
    wantRefusal("the refusal", answers[0], 415);
    want("nobody", trial.inbox.bodies, []);
  });

  check("Content-Encoding: identity is as good as none", async (trial) => {
    const answer = await trial.send("{}", ["Content-Encoding: identity"]);
    want("taken", [answer.status, trial.inbox.bodies], [200, ["{}"]]);
  });

  check("a body is judged after the channel secret, never before", async (trial) => {
    const wrong = trial.messagePath.replace("s3cret", "wrong");
    const tooLarge = await trial.client.send("POST", wrong, "x".repeat(limit + 1));
    const encoded = await trial.client.send("POST", wrong, "x", ["Content-Encoding: gzip"]);
    want("404 first", [tooLarge.status, encoded.status], [404, 404]);
  });
}
