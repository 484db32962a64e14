import { once } from "node:events";
import type { RequestListener, ServerOptions, ServerResponse } from "node:http";
import { afterEach, describe, expect, it, vi } from "vitest";
import { WholeResponse } from "../../src/connections/whole-response.ts";
import { fakeInbox, slowInbox } from "../support/fake-inbox.ts";
import { messagePath, serve, type ServeOptions } from "../support/served.ts";

afterEach(() => vi.restoreAllMocks());

const nodesOwn: ServerOptions = { requireHostHeader: false };

function post(version = "1.1", ...fields: readonly string[]): string {
  const lines = ["Host: x", "Content-Length: 2", ...fields].join("\r\n");
  return `POST ${messagePath} HTTP/${version}\r\n${lines}\r\n\r\n{}`;
}

/** All that comes back for some bytes behind which nothing comes; the time of day left out. */
async function answersTo(text: string, options: ServeOptions): Promise<string> {
  const client = (await serve(fakeInbox().inbox, options)).open();
  client.end(text);
  const came = (await client.toArray()).join("");
  return came.replaceAll(/Date: \w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} GMT/g, "Date");
}

interface Case extends Pick<ServeOptions, "before" | "bounds"> {
  readonly text: string;
  /** Of each answer, whether it goes in one piece. */
  readonly whole: readonly boolean[];
}

const cases: Readonly<Record<string, Case>> = {
  "a message": { text: post(), whole: [true] },
  "on a server without a limit of requests": {
    text: post(),
    bounds: { maxRequestsPerSocket: 0 },
    whole: [true],
  },
  "on a server that keeps connections for seconds": {
    text: post(),
    bounds: { keepAliveTimeoutMs: 2_999, maxRequestsPerSocket: 7 },
    whole: [true],
  },
  "on a server that says nothing of its patience": {
    text: post(),
    bounds: { keepAliveTimeoutMs: 0 },
    whole: [true],
  },
  "the last message of a connection": {
    text: post(),
    bounds: { maxRequestsPerSocket: 1 },
    whole: [false],
  },
  "who closes the connection": { text: post("1.1", "Connection: close"), whole: [false] },
  "HTTP/1.0 that keeps the connection": {
    text: post("1.0", "Connection: keep-alive"),
    whole: [false],
  },
  "who asks whether to go on": { text: post("1.1", "Expect: 100-continue"), whole: [false] },
  "a host that adds a header": {
    text: post(),
    before: (_request, response) => void response.setHeader("X-Request-Id", "7"),
    whole: [false],
  },
  "a host that has words of its own for 200": {
    text: post(),
    before: (_request, response) => void (response.statusMessage = "Fine"),
    whole: [false],
  },
  "a host that holds the socket back until the end": {
    text: post(),
    before: (_request, response) => response.cork(),
    whole: [false],
  },
  "a host that leaves the date out": {
    text: post(),
    before: (_request, response) => void (response.sendDate = false),
    whole: [false],
  },
};

describe("an answer that goes in one piece", () => {
  it.each(Object.entries(cases))("has the bytes of Node's own: %s", async (_name, asked) => {
    const sent = vi.spyOn(WholeResponse.prototype, "sendWhole");
    const ours = await answersTo(asked.text, asked);
    expect(sent.mock.results.map(({ value }) => value as unknown)).toEqual(asked.whole);
    expect(ours).toBe(await answersTo(asked.text, { ...asked, server: nodesOwn }));
    expect(sent).toHaveBeenCalledTimes(asked.whole.length);
  });

  it("waits for those before it, as Node's own", async () => {
    const all = Promise.withResolvers<void>();
    let asked = 0;
    const { inbox } = fakeInbox({
      accept: async () => {
        asked += 1;
        if (asked === 3) all.resolve();
        await all.promise;
        return { accepted: true, warnings: [] };
      },
    });
    const sent = vi.spyOn(WholeResponse.prototype, "sendWhole");
    const server = await serve(inbox);
    const answers = await server.raw(post() + post() + post(), 3);
    expect(answers.map(({ body }) => body)).toEqual(Array(3).fill('{"result":"ok"}'));
    expect(sent.mock.results.map(({ value }) => value as unknown)).toEqual([true, false, false]);
  });

  it("has the date of its second", async () => {
    const server = await serve(fakeInbox().inbox);
    const dates = [];
    for (const ms of [1_000_000_000_999, 1_000_000_001_000]) {
      vi.spyOn(Date, "now").mockReturnValue(ms);
      const client = server.open();
      client.end(post());
      dates.push(/Date: (.*)\r/.exec((await client.toArray()).join(""))?.[1]);
    }
    expect(dates).toEqual(["Sun, 09 Sep 2001 01:46:40 GMT", "Sun, 09 Sep 2001 01:46:41 GMT"]);
  });

  it("is seen by a host as any other", async () => {
    const seen = Promise.withResolvers<ServerResponse>();
    const before: RequestListener = (_request, response) => {
      response.on("finish", () => seen.resolve(response));
    };
    const server = await serve(fakeInbox().inbox, { before });
    await server.raw(post());
    const { headersSent, statusCode, statusMessage, writableEnded, writableFinished } =
      await seen.promise;
    expect({ headersSent, statusCode, statusMessage, writableEnded, writableFinished }).toEqual({
      headersSent: true,
      statusCode: 200,
      statusMessage: "OK",
      writableEnded: true,
      writableFinished: true,
    });
  });

  it("is the only one, whatever a host does behind it", async () => {
    const faults: unknown[] = [];
    const before: RequestListener = (_request, response) => {
      response.on("finish", () => {
        response.flushHeaders();
        try {
          response.writeHead(500).end("no");
        } catch (error) {
          faults.push(error);
        }
      });
    };
    const came = await answersTo(post(), { before });
    expect(came.split("HTTP/1.1")).toHaveLength(2);
    expect(came.endsWith('{"result":"ok"}')).toBe(true);
    expect(faults).toMatchObject([{ code: "ERR_HTTP_HEADERS_SENT" }]);
  });

  it.each(["writeHead", "end"] as const)(
    "is no way around a host that has put its own `%s` in place",
    async (name) => {
      const calls: string[] = [];
      const before: RequestListener = (_request, response) => {
        const own = response[name].bind(response) as (...given: unknown[]) => unknown;
        Object.assign(response, {
          [name]: (...given: unknown[]) => {
            calls.push(name);
            return own(...given);
          },
        });
      };
      const server = await serve(fakeInbox().inbox, { before });
      expect((await server.raw(post()))[0]).toMatchObject({ status: 200, body: '{"result":"ok"}' });
      expect(calls).toEqual([name]);
    },
  );

  it("is none for who has gone meanwhile", async () => {
    const { inbox, asked, release } = slowInbox();
    const closed = Promise.withResolvers<void>();
    const finished = vi.fn<() => void>();
    const before: RequestListener = (_request, response) => {
      response.on("finish", finished).on("close", () => closed.resolve());
    };
    const client = (await serve(inbox, { before })).open();
    client.write(post());
    await asked;
    client.resetAndDestroy();
    await closed.promise;
    const sent = vi.spyOn(WholeResponse.prototype, "sendWhole");
    release();
    await expect.poll(() => sent.mock.results).toMatchObject([{ value: false }]);
    expect(finished).not.toHaveBeenCalled();
  });
});

it("a connection goes on behind each of many answers", async () => {
  const client = (await serve(fakeInbox().inbox)).open();
  let came = "";
  client.on("data", (chunk: Buffer) => (came += chunk.toString()));
  for (let number = 1; number <= 20; number += 1) {
    client.write(post());
    while (came.split('{"result":"ok"}').length <= number) await once(client, "data");
  }
  client.destroy();
  expect(came.split("HTTP/1.1 200 OK")).toHaveLength(21);
});
