import { refuse } from "@parley/core";
import { want } from "../want.ts";
import { wireSamples } from "../samples/wire-samples.ts";
import { type IngressCheck, wantRefusal } from "./ingress-trial.ts";

const body = '{"sender":{"id":42},"message":{"type":"text","text":"Grüße 👋"}}';
const latin1 = (text: string | Uint8Array) => Buffer.from(text).toString("latin1");

const refused = [
  refuse("malformedJson"),
  refuse("emptySenderId", { field: "sender.id" }),
  refuse("conversationLimit", { retryAfterSeconds: 7 }),
  refuse("storeUnavailable", { retryAfterSeconds: 1 }),
] as const;

const contentTypes: readonly (readonly string[])[] = [
  [],
  ["Content-Type: text/plain"],
  ["Content-Type: application/x-www-form-urlencoded"],
  ["Content-Type: multipart/form-data; boundary=x"],
  ["Content-Type: application/json; charset=utf-16"],
  ["Content-Type: ???"],
];

/** A body reaches the inbox, and the inbox's answer reaches the client (§4.2, rulings 3 to 5). */
export function messageRules(check: IngressCheck): void {
  check('a stored message is answered 200 {"result":"ok"}', async (trial) => {
    const answer = await trial.send(body);
    want("and nothing else", [answer.status, answer.body], [200, '{"result":"ok"}']);
    want("kept by nobody", answer.headers["cache-control"], "no-store");
    want("the inbox got it once, byte for byte", trial.inbox.bodies, [latin1(body)]);
  });

  check("nothing is answered while the inbox is still storing", async (trial) => {
    const stored = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    trial.inbox.answer = async () => {
      asked.resolve();
      await stored.promise;
      return { accepted: true, warnings: [] };
    };
    const socket = trial.client.open();
    const received: Buffer[] = [];
    socket.on("data", (chunk: Buffer) => void received.push(chunk));
    socket.write(`${trial.post}Content-Length: 2\r\n\r\n{}`);
    await asked.promise;
    await trial.wantAlive();
    want("200 follows the commit", Buffer.concat(received).toString(), "");
    stored.resolve();
    await new Promise((resolve) => socket.once("data", resolve));
    socket.destroy();
  });

  check("what was dropped comes back as warnings", async (trial) => {
    const warnings = [{ field: "sender.photo", message: "dropped" }];
    trial.inbox.answer = async () => ({ accepted: true, warnings });
    want("with the answer", JSON.parse((await trial.send(body)).body), { result: "ok", warnings });
  });

  for (const refusal of refused) {
    check(
      `the inbox's refusal keeps its status, number and words: ${refusal.code}`,
      async (trial) => {
        trial.inbox.answer = async () => ({ accepted: false, refusal });
        const answer = await trial.send(body);
        wantRefusal("the refusal's status", answer, refusal.httpStatus);
        const { code, message, retryAfterSeconds } = refusal;
        want("number and words", JSON.parse(answer.body), { error: { code, message } });
        const retryAfter = retryAfterSeconds === undefined ? undefined : String(retryAfterSeconds);
        want("Retry-After", answer.headers["retry-after"], retryAfter);
      },
    );
  }

  check("every sample body reaches the inbox byte for byte", async (trial) => {
    const samples = wireSamples("visitor");
    for (const { text } of samples) want("taken", (await trial.send(text)).status, 200);
    want(
      "nothing changed",
      trial.inbox.bodies,
      samples.map(({ text }) => latin1(text)),
    );
  });

  check("what is not even text reaches the inbox byte for byte", async (trial) => {
    const bodies = ["\uFEFF{}", "null", " ", Uint8Array.from({ length: 256 }, (_, byte) => byte)];
    for (const each of bodies) want("taken", (await trial.send(each)).status, 200);
    want("it is the inbox that reads", trial.inbox.bodies, bodies.map(latin1));
  });

  check("a body is a body whatever its Content-Type says", async (trial) => {
    for (const headers of contentTypes) {
      want(`taken: ${String(headers)}`, (await trial.send(body, headers)).status, 200);
    }
    const bodies = contentTypes.map(() => latin1(body));
    want("none was parsed on the way", trial.inbox.bodies, bodies);
  });

  check("a message without a body is the inbox's to refuse", async (trial) => {
    want("and it refuses nothing here", (await trial.send("")).status, 200);
    want("nothing is something", trial.inbox.bodies, [""]);
  });

  check(
    "a body may come chunked, in small pieces, with others on one connection",
    async (trial) => {
      const chunks = [...Buffer.from(body)].map((byte) => Buffer.from([49, 13, 10, byte, 13, 10]));
      const chunked = Buffer.concat([
        Buffer.from(`${trial.post}Transfer-Encoding: chunked\r\n\r\n`),
        ...chunks,
        Buffer.from("0\r\n\r\n"),
      ]);
      const length = `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n`;
      const plain = Buffer.from(trial.post + length + body);
      const answers = await trial.client.raw(Buffer.concat([chunked, plain, chunked]), 3);
      want(
        "each is answered",
        answers.map(({ status }) => status),
        [200, 200, 200],
      );
      want("each is whole", trial.inbox.bodies, [body, body, body].map(latin1));
    },
  );

  check("pipelined requests are answered in the order in which they came", async (trial) => {
    let turn = 0;
    trial.inbox.answer = async () => {
      const warnings = [{ field: "n", message: String((turn += 1)) }];
      if (turn === 1) for (let n = 0; n < 50; n += 1) await new Promise((go) => setImmediate(go));
      return { accepted: true, warnings };
    };
    const one = `${trial.post}Content-Length: 2\r\n\r\n{}`;
    const answers = await trial.client.raw(one.repeat(3), 3);
    const numbers = answers.map(({ body }) => /"message":"(\d)"/.exec(body)?.[1]);
    want("the slow one first", numbers, ["1", "2", "3"]);
  });
}
