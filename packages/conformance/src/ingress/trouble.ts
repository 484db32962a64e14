import { promptly } from "../time/time-limits.ts";
import { want } from "../want.ts";
import { type IngressCheck, type IngressTrial, wantRefusal } from "./ingress-trial.ts";
import { readAnswers } from "./raw-client.ts";

/** Broken requests: the end of the head, after request line and `Host`. */
const broken: readonly (readonly [string, string])[] = [
  ["a negative Content-Length", "Content-Length: -1\r\n\r\n"],
  ["two Content-Lengths", "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}"],
  [
    "Content-Length and chunks at once",
    "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
  ],
  ["chunks that are none", "Transfer-Encoding: chunked\r\n\r\nzz\r\n"],
  ["a broken header line", "no colon\r\n\r\n"],
  ["a header with a NUL", "a: \0\r\n\r\n"],
];

const canary = "canary: visitor text and channel secret";

/** Incomplete, broken and slow requests, and an inbox that throws. */
export function troubleRules(check: IngressCheck): void {
  for (const [name, rest] of broken) {
    check(`what is no request is refused once, and reaches nobody: ${name}`, async (trial) => {
      await wantRefusedOnce(trial, trial.post + rest, 400);
    });
  }

  check("what is no HTTP at all is refused once, and reaches nobody", async (trial) => {
    await wantRefusedOnce(trial, "hello\r\n\r\n", 400);
    await wantRefusedOnce(trial, "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc", 400);
  });

  check("a head past all measure is refused once, and reaches nobody", async (trial) => {
    const large = `a: ${"x".repeat(40_000)}\r\n\r\n`;
    await wantRefusedOnce(trial, trial.post + large, 431);
  });

  for (const [name, rest] of [
    ["the head", "Content-Le"],
    ["the body", "Content-Length: 10\r\n\r\n{"],
  ] as const) {
    check(`a request that does not come in time is 408: ${name}`, async (trial) => {
      await wantRefusedOnce(trial, trial.post + rest, 408);
    });
  }

  check("broken bytes behind a message do not answer in its place", async (trial) => {
    trial.inbox.answer = async () => {
      for (let turn = 0; turn < 20; turn += 1) await new Promise((go) => setImmediate(go));
      return { accepted: true, warnings: [] };
    };
    const message = `${trial.post}Content-Length: 2\r\n\r\n{}`;
    const [first] = readAnswers(await closing(trial, `${message}GARBAGE\r\n\r\n`));
    want("the message is stored, and that is its answer", first?.body, '{"result":"ok"}');
  });

  check("a sender who goes away in the middle reaches nobody, and harms nobody", async (trial) => {
    for (const text of ["", "POST", trial.post, `${trial.post}Content-Length: 10\r\n\r\n{`]) {
      const socket = trial.client.open();
      await new Promise((resolve) => socket.write(text || "\r\n", resolve));
      socket.resetAndDestroy();
    }
    await trial.wantAlive();
    want("half a message is none", trial.inbox.bodies, []);
  });

  check("trouble with reading channels is 503, worth another try", async (trial) => {
    trial.inbox.admit = () => Promise.reject(new Error(canary));
    for (const path of [trial.messagePath, `${trial.base}/wrong/nobody`]) {
      const answer = await trial.client.send("POST", path, "{}");
      wantRefusal("whoever asks", answer, 503);
      want("and when", Number(answer.headers["retry-after"]) > 0, true);
      want("nothing of what went wrong", answer.body.includes("canary"), false);
    }
  });

  check(
    "an inbox that breaks its word never becomes a 200, nor shows what went wrong",
    async (trial) => {
      trial.inbox.answer = () => Promise.reject(new Error(canary));
      trial.inbox.availability = () => Promise.reject(new TypeError(canary));
      const answers = [await trial.send("{}"), await trial.client.send("GET", trial.statusPath)];
      for (const answer of answers) {
        wantRefusal("the gateway's own fault", answer, answer.status === 503 ? 503 : 500);
        want("nothing of what went wrong", JSON.stringify(answer).includes("canary"), false);
      }
      trial.inbox.availability = async () => 1;
      await trial.wantAlive();
    },
  );
}

async function wantRefusedOnce(trial: IngressTrial, text: string, status: number): Promise<void> {
  const answers = readAnswers(await closing(trial, text));
  want("one answer, and the connection closed", answers.length, 1);
  wantRefusal("refused", answers[0], status);
  want("nothing of the address", String(answers[0]?.body).includes(trial.inbox.secret), false);
  want("reaches nobody", trial.inbox.bodies, []);
  await trial.wantAlive();
}

function closing(trial: IngressTrial, text: string): Promise<string> {
  return promptly("the connection is closed", trial.client.untilClosed(text));
}
