import type { Socket } from "node:net";
import { want } from "../want.ts";
import { codeOf, type HttpClientCheck, secret } from "./http-client-trial.ts";
import { closedPort } from "../transport/raw-server.ts";

/** What an app may write that is no whole answer. */
const broken: readonly (readonly [string, (socket: Socket) => unknown])[] = [
  ["a reset", (socket) => socket.resetAndDestroy()],
  ["nothing", (socket) => socket.end()],
  ["garbage", (socket) => socket.end(`garbage ${secret}\r\n\r\n`)],
  ["a cut in the head", (socket) => socket.end("HTTP/1.1 200 OK\r\nConte")],
  [
    "two lengths",
    (socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nabc"),
  ],
  [
    "a head of 100 kB",
    (socket) => socket.write(`HTTP/1.1 200 OK\r\nx: ${"y".repeat(100_000)}\r\n\r\n`),
  ],
  [
    "a switch of protocols",
    (socket) => socket.write("HTTP/1.1 101 Go\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n"),
  ],
  ["an interim answer alone", (socket) => socket.end("HTTP/1.1 100 Continue\r\n\r\n")],
];

const cut: readonly (readonly [string, string])[] = [
  ["its length", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"],
  ["its last chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n"],
];

/** What comes from an app that fails. */
export function brokenAnswerRules(check: HttpClientCheck): void {
  for (const [name, write] of broken) {
    check(
      `what is no answer is told as such, and nothing is sent again: ${name}`,
      async (trial) => {
        trial.app.answer = ({ socket }) => write(socket);
        const code = await trial.say("/", { method: "POST", body: "{}" });
        want("it may have arrived", code, "http-answer-broken");
        want("sent once", trial.app.requests.length, 1);
      },
    );
  }

  for (const [name, text] of cut) {
    check(`a body that ends before ${name} fails behind what came of it`, async (trial) => {
      trial.app.answer = ({ socket }) => socket.end(text);
      const { status, body } = await trial.send("/");
      want("the status came", status, 200);
      let read = "";
      let code = "whole";
      try {
        for await (const chunk of body) read += Buffer.from(chunk).toString();
      } catch (error) {
        code = codeOf(error);
      }
      want("what came, and the failure", [read, code], ["abc", "http-answer-broken"]);
    });
  }

  check("an answer without a length ends with its connection", async (trial) => {
    trial.app.answer = ({ socket }) => socket.end("HTTP/1.1 200 OK\r\n\r\nabc");
    want("whole", await trial.say("/"), "200 abc");
  });

  check("where nobody listens, and a name without address, is unreachable", async (trial) => {
    const url = `http://127.0.0.1:${await closedPort()}`;
    want("refused", await trial.say(url, { allowOrigins: [url] }), "http-unreachable");
    const nowhere = "http://nowhere.test:1";
    want("no name", await trial.say(nowhere, { allowOrigins: [nowhere] }), "http-unreachable");
  });
}
