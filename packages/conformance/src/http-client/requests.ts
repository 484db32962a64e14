import { eventually } from "../time/time-limits.ts";
import { want } from "../want.ts";
import { bodyOf } from "./http-app.ts";
import { codeOf, type HttpClientCheck, secret } from "./http-client-trial.ts";

const refusedHeaders = [
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
];

/** Much more than the buffers of both ends. The source has no more. */
const muchBytes = 64 * 1_048_576;

/** The request that the app gets. */
export function requestRules(check: HttpClientCheck): void {
  check("method, path and query arrive as given, and the fragment stays at home", async (trial) => {
    for (const method of ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PURGE"])
      await trial.say("/a//%C3%A9/b?c=%26&d#e", { method });
    const arrived = trial.app.requests.map(({ method, url }) => `${method} ${url}`);
    const target = "/a//%C3%A9/b?c=%26&d";
    const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PURGE"];
    want(
      "one each",
      arrived,
      methods.map((method) => `${method} ${target}`),
    );
  });

  check("headers arrive as given, beside the host of the URL", async (trial) => {
    const headers = {
      authorization: "Bearer a+/=",
      "x-desk": "Gr\u00fc\u00dfe; q=1",
      accept: "*/*",
    };
    await trial.send("/", { headers });
    const [arrived] = trial.app.requests;
    for (const [name, value] of Object.entries(headers)) want(name, arrived?.headers[name], value);
    want("host", arrived?.headers.host, `127.0.0.1:${trial.app.port}`);
    want("no request for packed answers", arrived?.headers["accept-encoding"], undefined);
  });

  check("a text and bytes arrive to the last byte, with their length", async (trial) => {
    const arrived: Buffer[] = [];
    trial.app.answer = async (request, response) => {
      arrived.push(await bodyOf(request));
      response.end();
    };
    const buffer = Uint8Array.from({ length: 300 }, (_, at) => at % 256);
    const sent = [buffer.subarray(10, 290), "Gr\u00fc\u00dfe \u{1f44b}\0", "x".repeat(300_000)];
    for (const body of sent) await trial.send("/", { method: "POST", body });
    want(
      "bodies",
      arrived.map((body, at) => body.equals(Buffer.from(sent[at] ?? ""))),
      [true, true, true],
    );
    const lengths = trial.app.requests.map(({ headers }) => headers["content-length"]);
    want("lengths in bytes", lengths, ["280", "13", "300000"]);
  });

  check("a stream is sent chunked, each part as soon as it is there", async (trial) => {
    const source = new TransformStream<Uint8Array, Uint8Array>();
    const writer = source.writable.getWriter();
    let body = "";
    trial.app.answer = (request, response) => {
      request.on("data", (chunk: Buffer) => (body += chunk.toString()));
      request.on("end", () => response.end());
    };
    const sending = trial.send("/", { method: "POST", body: source.readable });
    await writer.write(Buffer.from("first"));
    await eventually(
      "the first part arrives before there is a second",
      async () => body === "first",
    );
    await writer.write(Buffer.from(" second"));
    await writer.close();
    await sending;
    want("whole", body, "first second");
    want("chunked", trial.app.requests[0]?.headers["transfer-encoding"], "chunked");
  });

  check(
    "a stream is read no faster than the app takes it, and cancelled at the end",
    async (trial) => {
      const controller = new AbortController();
      let given = 0;
      let cancelled = false;
      const body = new ReadableStream<Uint8Array>({
        pull: (stream) => {
          if (given >= muchBytes) return stream.close();
          given += 65_536;
          stream.enqueue(new Uint8Array(65_536));
        },
        cancel: () => void (cancelled = true),
      });
      trial.app.answer = (request) => request.pause();
      const sending = trial.say("/", { method: "PUT", body, signal: controller.signal });
      let before = -1;
      await eventually("the source rests", async () => {
        await new Promise((resolve) => setTimeout(resolve, 50));
        const rests = given > 0 && given === before;
        before = given;
        return rests;
      });
      want("not all of it is in memory", given < muchBytes, true);
      controller.abort();
      want("ended by the signal", await sending, "http-timeout");
      await eventually("the source is told", async () => cancelled);
    },
  );

  check("a stream that fails leaves no whole request behind", async (trial) => {
    let aborted = false;
    trial.app.answer = (request) => {
      request.resume().on("close", () => (aborted = !request.complete));
    };
    let parts = 0;
    const body = new ReadableStream<Uint8Array>({
      pull: (stream) => {
        if ((parts += 1) > 1) stream.error(new Error("the file is gone"));
        else stream.enqueue(Buffer.from(secret));
      },
    });
    want("a failure", await trial.say("/", { method: "POST", body }), "http-answer-broken");
    await eventually("the app sees that it was cut", async () => aborted);
  });

  check("an answer may come before the stream ends, which is then cancelled", async (trial) => {
    trial.app.answer = (_request, response) => response.writeHead(413).end("too much");
    let cancelled = false;
    const body = new ReadableStream<Uint8Array>({
      start: (stream) => stream.enqueue(Buffer.from("a")),
      cancel: () => void (cancelled = true),
    });
    want("the answer", await trial.say("/", { method: "POST", body }), "413 too much");
    await eventually("the source is told", async () => cancelled);
  });

  check("headers that set the connection or the framing are refused", async (trial) => {
    for (const name of refusedHeaders)
      want(name, await trial.say("/", { headers: { [name]: "1" } }), "http-invalid-request");
    await nothingButThis(trial.say("/"), trial.app.requests);
  });

  check("nothing can be put between headers: such requests are refused", async (trial) => {
    const broken = [
      { headers: { "x-a": `b\r\nx-c: ${secret}` } },
      { headers: { "x-a": "b\nc" } },
      { headers: { "x-a": "b\0" } },
      { headers: { "x-a": "\u{1f44b}" } },
      { headers: { "x a": "b" } },
      { headers: { "x-a\r\nx-b": "c" } },
      { headers: { "": "b" } },
      { method: "GET / HTTP/1.1\r\nx: y\r\n\r\nGET" },
      { method: "" },
      { method: "CONNECT" },
      { method: "TRACE" },
      { limitBytes: -1 },
      { limitBytes: Number.NaN },
    ];
    for (const parts of broken)
      want(JSON.stringify(parts), await trial.say("/", parts), "http-invalid-request");
    await nothingButThis(trial.say("/"), trial.app.requests);
  });

  check("a stream that somebody reads is refused", async (trial) => {
    const body = new ReadableStream<Uint8Array>();
    body.getReader();
    const sending = trial.send("/", { method: "POST", body }).catch(codeOf);
    want("refused", await sending, "http-invalid-request");
  });
}

async function nothingButThis(next: Promise<string>, arrived: readonly unknown[]): Promise<void> {
  want("the next one is answered", await next, "200 ok");
  want("nothing else arrived", arrived.length, 1);
}
