import { gzipSync } from "node:zlib";
import { eventually } from "../time/time-limits.ts";
import { want } from "../want.ts";
import { answerOk, type HttpApp } from "./http-app.ts";
import { bytesOf, codeOf, type HttpClientCheck } from "./http-client-trial.ts";

const defaultLimit = 1_048_576;
/** Much more than the buffers of both ends. A client that takes so much has no bounds; then the app gives up. */
const muchBytes = 64 * 1_048_576;

/** The answer that the caller gets. */
export function answerRules(check: HttpClientCheck): void {
  check("an answer is handed over whatever its status", async (trial) => {
    for (const status of [200, 201, 204, 304, 400, 401, 404, 410, 422, 429, 500, 503, 599]) {
      trial.app.answer = (_request, response) => response.writeHead(status).end(`says ${status}`);
      const text = status === 204 || status === 304 ? "" : `says ${status}`;
      want("status and body", await trial.say("/"), `${status} ${text}`);
    }
  });

  check(
    "headers come in lower case, as received, and several of one name as a list",
    async (trial) => {
      trial.app.answer = (_request, response) =>
        response
          .writeHead(200, {
            "Set-Cookie": ["a=1, 2", "b"],
            "X-Name": "Gr\u00fc\u00dfe",
            "Retry-After": "7",
          })
          .end();
      const { headers } = await trial.send("/");
      want("a list", headers["set-cookie"], ["a=1, 2", "b"]);
      want("one character a byte", headers["x-name"], "Gr\u00fc\u00dfe");
      want("one", headers["retry-after"], "7");
    },
  );

  check("the body is bytes, none of them changed, none of them unpacked", async (trial) => {
    const bytes = Buffer.from(Uint8Array.from({ length: 256 }, (_, byte) => byte));
    const packed = gzipSync(Buffer.alloc(5_000_000));
    trial.app.answer = (_request, response, index) =>
      index === 0
        ? response.end(bytes)
        : response.setHeader("content-encoding", "gzip").end(packed);
    want("every byte", bytes.equals(await bytesOf(await trial.send("/"))), true);
    const answer = await trial.send("/", { headers: { "accept-encoding": "gzip" } });
    want("still packed", packed.equals(await bytesOf(answer)), true);
    want("and it says so", answer.headers["content-encoding"], "gzip");
  });

  check("each part of an answer can be read before the next one is sent", async (trial) => {
    const next = Promise.withResolvers<void>();
    trial.app.answer = async (_request, response) => {
      response.write("first");
      await next.promise;
      response.end(" second");
    };
    const { body } = await trial.send("/");
    const reader = body.getReader();
    const { value } = await reader.read();
    want("the first part", Buffer.from(value ?? []).toString(), "first");
    next.resolve();
    const rest = await reader.read();
    want("the second", Buffer.from(rest.value ?? []).toString(), " second");
    want("the end", (await reader.read()).done, true);
  });

  for (const [limitBytes, sizeBytes] of [
    [undefined, defaultLimit],
    [undefined, defaultLimit + 1],
    [0, 0],
    [0, 1],
    [100_000, 100_000],
    [100_000, 100_001],
  ] as const) {
    const limit = limitBytes ?? defaultLimit;
    const verb = sizeBytes > limit ? "is cut" : "is whole";
    check(
      `at a limit of ${limitBytes ?? "none given"}, a body of ${sizeBytes} ${verb}`,
      async (trial) => {
        for (const isChunked of [false, true]) {
          trial.app.answer = (_request, response) => {
            if (!isChunked) response.setHeader("content-length", sizeBytes);
            response.write(Buffer.alloc(sizeBytes, "x"));
            response.end();
          };
          const { body } = await trial.send("/", limitBytes === undefined ? {} : { limitBytes });
          let read = 0;
          let code = "whole";
          try {
            for await (const chunk of body) read += chunk.length;
          } catch (error) {
            code = codeOf(error);
          }
          want("how it ends", code, sizeBytes > limit ? "http-answer-too-long" : "whole");
          want("what came before", read, Math.min(limit, sizeBytes));
        }
      },
    );
  }

  check("of ten gigabytes little is sent, and the connection is closed", async (trial) => {
    const sent = sendWithoutEnd(trial.app);
    want("cut", await trial.say("/", { limitBytes: defaultLimit }), "http-answer-too-long");
    await eventually("closed", async () => trial.app.sockets.every(({ destroyed }) => destroyed));
    want("little was sent", sent.bytes < muchBytes, true);
  });

  check("a long answer waits with its app until it is read", async (trial) => {
    const sent = sendWithoutEnd(trial.app);
    const { body } = await trial.send("/", { limitBytes: 10_000_000_000 });
    let before = -1;
    await eventually("the app rests", async () => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      const rests = sent.bytes > 0 && sent.bytes === before;
      before = sent.bytes;
      return rests;
    });
    want("not all of it is in memory", sent.bytes < muchBytes, true);
    await body.cancel();
    await eventually("closed", async () => trial.app.sockets.every(({ destroyed }) => destroyed));
  });

  check("interim answers are passed over", async (trial) => {
    trial.app.answer = (request, response) => {
      response.writeContinue();
      response.writeProcessing();
      response.writeEarlyHints({ link: "</a>; rel=preload" });
      return answerOk(request, response);
    };
    want("the final one", await trial.say("/"), "200 ok");
  });

  check("an answer to HEAD has no body, whatever length it names", async (trial) => {
    trial.app.answer = (_request, response) =>
      response.setHeader("content-length", 10_000_000).end();
    const answer = await trial.send("/", { method: "HEAD" });
    want("the length", answer.headers["content-length"], "10000000");
    want("no body", (await bytesOf(answer)).length, 0);
  });
}

/** The app sends an answer of ten gigabytes, as fast as it is taken. */
function sendWithoutEnd(app: HttpApp): { bytes: number } {
  const sent = { bytes: 0 };
  const chunk = Buffer.alloc(65_536, "x");
  app.answer = (_request, response) => {
    response.setHeader("content-length", 10_000_000_000);
    const send = (): void => {
      if (response.destroyed) return;
      if (sent.bytes >= muchBytes) return void response.destroy();
      sent.bytes += chunk.length;
      if (response.write(chunk)) setImmediate(send);
    };
    response.on("drain", send);
    send();
  };
  return sent;
}
