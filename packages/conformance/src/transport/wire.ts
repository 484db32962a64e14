import { connect, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import type { Transport } from "@parley/core";
import { eventually } from "../time/time-limits.ts";
import { want } from "../want.ts";
import { closedPort, RawServer, type Respond } from "./raw-server.ts";
import { readRequest } from "./read-request.ts";
import { postOnce, resultText } from "./transport-trial.ts";

const probe = "POST /probe HTTP/1.1\r\nContent-Length: 0\r\n\r\n";

/** One check of the suite, on a fresh transport that may reach loopback. */
export type WireCheck = (title: string, body: (transport: Transport) => Promise<void>) => void;

const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 15\r\n\r\n{"result":"ok"}';

/** Invalid answers. The request was written, so it may have arrived (ruling 17). */
const broken: readonly (readonly [string, Respond])[] = [
  ["a reset", (socket) => void socket.resetAndDestroy()],
  ["garbage", (socket) => void socket.end("garbage\r\n\r\n")],
  ["a cut in the head", (socket) => void socket.end("HTTP/1.1 200 OK\r\nConte")],
  [
    "a cut in the body",
    (socket) => void socket.end("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"),
  ],
  [
    "a cut between chunks",
    (socket) => void socket.end("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n"),
  ],
  [
    "two lengths",
    (socket) =>
      void socket.end("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nabc"),
  ],
  [
    "a length and chunks",
    (socket) =>
      void socket.end(
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n\r\n",
      ),
  ],
  ["an interim answer alone", (socket) => void socket.end("HTTP/1.1 100 Continue\r\n\r\n")],
];

const interims = [
  ["100", "HTTP/1.1 100 Continue\r\n\r\n"],
  ["103 with headers", "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"],
  ["several", "HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n"],
] as const;

/** Behaviour that only a real socket shows. */
export function wireRules(check: WireCheck): void {
  check("a request is a POST of JSON that says how long it is (§4.5)", async (transport) => {
    await serving(answerOk, async (server) => {
      const body = '{"text":"Grüße 👋"}';
      await postOnce(transport, { url: `${server.url}/hook/shop?key=1#fragment`, body });
      await postOnce(transport, { url: `${server.url}/hook/shop`, body, transfer: "chunked" });
      const [plain, chunked] = server.requests.map(readRequest);
      const head = (name: string) => [plain?.headers.get(name), chunked?.headers.get(name)];
      want("method", [plain?.method, chunked?.method], ["POST", "POST"]);
      want("the fragment stays at home", plain?.target, "/hook/shop?key=1");
      want("Content-Type", head("content-type"), ["application/json", "application/json"]);
      const bytes = String(Buffer.byteLength(body));
      want("in bytes; none when it is chunked", head("content-length"), [bytes, undefined]);
      want("Transfer-Encoding", head("transfer-encoding"), [undefined, "chunked"]);
      const host = `127.0.0.1:${server.port}`;
      want("Host", head("host"), [host, host]);
    });
  });

  check("further headers arrive, and change nothing about the body", async (transport) => {
    await serving(answerOk, async (server) => {
      for (const transfer of ["content-length", "chunked"] as const) {
        const headers = { "webhook-id": "m-1", "webhook-signature": "v1,a+/= v1,b" };
        await postOnce(transport, { url: server.url, transfer, headers });
        await postOnce(transport, { url: server.url, transfer });
      }
      const requests = server.requests.map(readRequest);
      const names = ["webhook-id", "webhook-signature", "content-type"];
      const arrived = requests.map(({ headers }) => names.map((name) => headers.get(name)));
      const signed = ["m-1", "v1,a+/= v1,b", "application/json"];
      const plain = [undefined, undefined, "application/json"];
      want("with the request that has them alone", arrived, [signed, plain, signed, plain]);
      const bodies = new Set(requests.map(({ body }) => body.toString("utf8")));
      want("the same body", bodies.size, 1);
    });
  });

  check("the permit is asked in the very turn that writes", async (transport) => {
    await serving(answerOk, async (server) => {
      for (const kept of [false, true]) {
        if (kept) await postOnce(transport, { url: server.url });
        const controller = new AbortController();
        const permit = () => {
          setImmediate(() => controller.abort());
          return true;
        };
        const before = server.receivedBytes;
        await postOnce(transport, { url: server.url, signal: controller.signal, permit });
        await probed(server);
        const arrived = server.receivedBytes - before - probe.length > 0;
        want("an abort one turn later comes too late", arrived, true);
      }
    });
  });

  for (const [name, respond] of broken) {
    check(
      `what is no answer may have been one: not unreachable, and nothing is sent again: ${name}`,
      async (transport) => {
        await serving(respond, async (server) => {
          const result = await postOnce(transport, { url: server.url });
          want("it was written, and may have arrived", resultText(result), "unreadable-answer");
          want("it may have worked: sent once", server.requests.length, 1);
        });
      },
    );
  }

  for (const [name, interim] of interims) {
    check(`an interim answer is passed over: ${name}`, async (transport) => {
      await serving(
        (socket) => void socket.write(interim + ok),
        async (server) => {
          for (let round = 0; round < 2; round += 1) {
            const result = await postOnce(transport, { url: server.url });
            want("the final one", resultText(result), '200 {"result":"ok"}');
          }
        },
      );
    });
  }

  check("an answer may end with its connection, and may come in pieces", async (transport) => {
    const pieces =
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n";
    await serving(
      (socket, index) =>
        index === 0 ? void socket.end("HTTP/1.0 200 OK\r\n\r\nabc") : void inPieces(socket, pieces),
      async (server) => {
        want(
          "until the end",
          resultText(await postOnce(transport, { url: server.url })),
          "200 abc",
        );
        want("in chunks", resultText(await postOnce(transport, { url: server.url })), "200 abc");
      },
    );
  });

  check("an answer is not unpacked, whatever it says it is packed with", async (transport) => {
    const packed = gzipSync(Buffer.alloc(10_000_000));
    const head = `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${packed.length}\r\n\r\n`;
    await serving(
      (socket) => void socket.write(Buffer.concat([Buffer.from(head), packed])),
      async (server) => {
        const result = await postOnce(transport, { url: server.url });
        want("a response", result.kind, "response");
        if (result.kind !== "response") return;
        want("ten megabytes stay ten kilobytes", result.body.length, packed.length);
        want("to the last byte", packed.equals(result.body), true);
      },
    );
  });

  check("headers without end are cut off, or end with the signal", async (transport) => {
    const controller = new AbortController();
    await serving(
      (socket) => {
        socket.write("HTTP/1.1 200 OK\r\n");
        const timer = setInterval(() => socket.write(`x: ${"y".repeat(1_000)}\r\n`), 1);
        socket.on("close", () => clearInterval(timer));
        setTimeout(() => controller.abort(), 300);
      },
      async (server) => {
        const { kind } = await postOnce(transport, { url: server.url, signal: controller.signal });
        want("a failure", kind, "failure");
      },
    );
  });

  check("where nobody listens is unreachable", async (transport) => {
    const url = `http://127.0.0.1:${await closedPort()}/`;
    const result = await postOnce(transport, { url });
    want("refused", resultText(result), "unreachable");
  });

  check("what is no URL to post to is a failure as well", async (transport) => {
    for (const url of ["", "shop", "ftp://127.0.0.1/", "http://", "http://[::1", "data:,x"]) {
      want(`a result for ${url}`, (await postOnce(transport, { url: url })).kind, "failure");
    }
  });
}

function answerOk(socket: Socket): void {
  socket.write(ok);
}

async function inPieces(socket: Socket, text: string): Promise<void> {
  socket.setNoDelay(true);
  for (const letter of text) {
    socket.write(letter);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

async function serving(respond: Respond, during: (server: RawServer) => Promise<void>) {
  const server = await RawServer.open(respond);
  await during(server).finally(() => server.close());
}

/** Waits until the server has read everything sent so far: a later connection of the test gets an answer. */
async function probed(server: RawServer): Promise<void> {
  const count = server.requests.length;
  const socket = connect(server.port, "127.0.0.1").resume();
  socket.on("error", () => {}).write(probe);
  const seen = async () => server.requests.slice(count).includes(probe);
  await eventually("the test's own connection comes through", seen);
  socket.destroy();
}
