import { ParleyError, type DoorResponse } from "@parley/core";
import { describe, expect, it } from "vitest";
import { doorsNode, type DoorsNodeOptions } from "../../src/index.ts";
import { doorsOn } from "../support/doors.ts";
import { listen } from "../support/served.ts";

const canary = "canary-of-a-secret";
const answers = (answer: unknown) => async () => answer as DoorResponse;
const cause = Object.assign(new Error(canary), { code: "ECONNREFUSED" });

/** What a door does, and what the log says of it. */
const faults: readonly (readonly [string, () => Promise<DoorResponse>, object])[] = [
  [
    "rejects",
    () => Promise.reject(new TypeError(canary, { cause })),
    { error: "TypeError", cause: "ECONNREFUSED" },
  ],
  [
    "rejects with a code and a status",
    () => Promise.reject(Object.assign(new Error(canary), { code: "DESK_401", status: 401 })),
    { error: "DESK_401", class: "Error", status: 401 },
  ],
  [
    "rejects with words as a code",
    () => Promise.reject(Object.assign(new Error(), { code: `Words ${canary}` })),
    { error: "Error" },
  ],
  ["rejects with nothing", () => Promise.reject(undefined), { error: "undefined" }],
  [
    "throws at once",
    () => {
      throw new ParleyError("desk-closed", canary);
    },
    { error: "desk-closed", class: "ParleyError" },
  ],
  ...[
    undefined,
    null,
    canary,
    {},
    { status: "200" },
    { status: 99 },
    { status: 101 },
    { status: 600 },
    { status: 200.5 },
    { status: 200, body: { canary } },
    { status: 200, body: 7 },
    { status: 200, headers: { "x-a": 7 } },
    { status: 200, headers: { "x-a": [null] } },
  ].map(
    (answer) =>
      [
        `answers ${JSON.stringify(answer)}`,
        answers(answer),
        { error: "door-answer-invalid", class: "ParleyError" },
      ] as const,
  ),
  [
    "answers a header with a line break",
    answers({ status: 200, headers: { "x-a": `a\r\nset-cookie: ${canary}` } }),
    { error: "ERR_INVALID_CHAR", class: "TypeError" },
  ],
  [
    "answers a header that is no latin1",
    answers({ status: 200, headers: { "x-a": "€" } }),
    { error: "ERR_INVALID_CHAR", class: "TypeError" },
  ],
  [
    "answers a header whose name is none",
    answers({ status: 200, headers: { [`a b ${canary}`]: "1" } }),
    { error: "ERR_INVALID_HTTP_TOKEN", class: "TypeError" },
  ],
];

describe("a door that", () => {
  it.each(faults)(
    "%s: a 500 that tells nothing, and a line in the log without words",
    async (_what, handle, facts) => {
      const { client, lines } = await doorsOn({ handle });
      const answer = await client.send("POST", `/agents/desk/${canary}?token=${canary}`, canary, [
        `Authorization: ${canary}`,
      ]);
      expect(answer).toMatchObject({
        status: 500,
        headers: { "content-type": "application/json", "cache-control": "no-store" },
      });
      expect(JSON.parse(answer.body)).toMatchObject({ error: { code: 50001 } });
      expect(lines).toEqual([["a door failed", { door: "desk", ...facts }]]);
      expect(JSON.stringify([answer, lines])).not.toContain(canary);
    },
  );

  it("never ends: its signal aborts, and the answer is a 503", async () => {
    const aborted = Promise.withResolvers<unknown>();
    const { client, lines } = await doorsOn({
      answerWithinMs: 20,
      handle: (_request, signal) => {
        signal.addEventListener("abort", () => aborted.resolve(signal.reason));
        return new Promise(() => {});
      },
    });
    const answer = await client.send("POST", `/agents/desk?token=${canary}`, canary);
    expect(answer).toMatchObject({ status: 503, headers: { "retry-after": "1" } });
    expect(JSON.parse(answer.body)).toEqual({
      error: {
        code: 50303,
        message: "The plugin did not answer in time. The request may have had effect.",
      },
    });
    expect(await aborted.promise).toMatchObject({ name: "TimeoutError" });
    expect(lines).toEqual([["a door did not answer in time", { door: "desk" }]]);
  });

  it("ends by a throw when its signal aborts is late all the same", async () => {
    const { client, lines } = await doorsOn({
      answerWithinMs: 20,
      handle: (_request, signal) =>
        new Promise((_, reject) =>
          signal.addEventListener("abort", () => reject(new Error(canary))),
        ),
    });
    expect((await client.send("POST", "/agents/desk")).status).toBe(503);
    expect(lines).toEqual([["a door did not answer in time", { door: "desk" }]]);
  });

  it("answers a header that is none leaves no other header of it in the 500", async () => {
    const headers = { "x-a": canary, "x b": "1" };
    const desk = { name: "desk", handle: async () => ({ status: 200, headers }) };
    const doors = doorsNode([desk]);
    const client = await listen((request, response) => {
      response.setHeader("x-host", "1");
      doors(request, response);
    });
    const answer = await client.send("GET", "/agents/desk");
    expect(answer).toMatchObject({ status: 500, headers: { "x-host": "1" } });
    expect(answer.headers["x-a"]).toBeUndefined();
  });

  it("has answered takes nothing away from an answer of the host's", async () => {
    const answered = Promise.withResolvers<void>();
    const desk = { name: "desk", handle: () => answered.promise.then(() => ({ status: 204 })) };
    const doors = doorsNode([desk]);
    const client = await listen((request, response) => {
      doors(request, response);
      response.writeHead(504, { "Content-Length": 8 }).write("too ");
      answered.resolve();
      setImmediate(() => response.end("late"));
    });
    const [answer] = await client.raw("GET /agents/desk HTTP/1.1\r\nHost: x\r\n\r\n");
    expect(answer).toMatchObject({ status: 504, body: "too late" });
  });
});

describe("options of doors", () => {
  it.each<DoorsNodeOptions>([
    { publicUrl: "chat.example" },
    { publicUrl: "ftp://chat.example" },
    { publicUrl: "https://user@chat.example" },
    { publicUrl: "https://chat.example/?a" },
    { publicUrl: "https://chat example" },
    { publicUrl: "" },
    { limitBytes: 0 },
    { limitBytes: 1.5 },
    { answerWithinMs: 0 },
    { answerWithinMs: Number.NaN },
    { basePath: "agents" },
    { basePath: "/agents/" },
  ])("that cannot be are refused: %j", (options) => {
    expect(() => doorsNode([], options)).toThrow(
      expect.objectContaining({ code: "invalid-option" }),
    );
  });

  it("a log that throws, and an address that cannot be told, are a 500", async () => {
    const broken = (): never => {
      throw new RangeError(canary);
    };
    const { client, lines } = await doorsOn({ clientAddress: broken });
    expect((await client.send("POST", "/agents/desk")).status).toBe(500);
    expect(lines).toEqual([["a door failed", { door: "desk", error: "RangeError" }]]);
    const silent = await doorsOn({ handle: broken, logger: { error: broken } });
    expect((await silent.client.send("POST", "/agents/desk")).status).toBe(500);
  });

  it("paths outside go to the app, and are 404 without one", async () => {
    const { client } = await doorsOn({ basePath: "/plugins" });
    expect((await client.send("GET", "/plugins/desk")).status).toBe(204);
    expect((await client.send("GET", "/agents/desk")).status).toBe(404);
    const beside = await doorsOn({
      otherwise: (request, response) => void response.end(request.url),
    });
    for (const path of [
      "/",
      "/agentsdesk",
      "//agents/desk",
      "/AGENTS/desk",
      "/chat/../agents/desk",
    ])
      expect((await beside.client.send("GET", path)).body).toBe(path);
    expect(beside.asked).toEqual([]);
  });
});
