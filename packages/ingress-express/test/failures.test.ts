import express from "express";
import { describe, expect, it } from "vitest";
import {
  doors,
  fakeInbox,
  messagePath,
  readAnswers,
  serveExpress,
  statusPath,
} from "./support/served.ts";

const canary = "canary: visitor text and channel secret";

describe.each(doors)("%s: a failure inside", (_door, serve) => {
  it.each([
    ["status", { status: () => Promise.reject(new Error(canary)) }],
    [
      "status, at once",
      {
        status: () => {
          throw new TypeError(canary);
        },
      },
    ],
  ])(
    "of %s is a 500 in the failure shape that shows nothing, and is logged without its words",
    async (_name, overrides) => {
      const lines: unknown[] = [];
      const logger = { error: (...line: unknown[]) => void lines.push(line) };
      const server = await serve(fakeInbox(overrides).inbox, { ingress: { logger } });
      const answer = await server.send("GET", statusPath);
      expect(answer).toMatchObject({
        status: 500,
        headers: { "content-type": "application/json", "cache-control": "no-store" },
      });
      expect(JSON.parse(answer.body)).toMatchObject({ error: { code: 50001 } });
      expect(lines).toEqual([
        ["ingress request failed", { code: expect.stringMatching(/Error$/) }],
      ]);
      expect(JSON.stringify([answer, lines])).not.toContain("canary");
    },
  );

  it("to read channels is a 503 that is worth a retry, whoever asks", async () => {
    const lines: unknown[] = [];
    const logger = { error: (...line: unknown[]) => void lines.push(line) };
    const { inbox } = fakeInbox({ authenticate: () => Promise.reject(new Error(canary)) });
    const server = await serve(inbox, { ingress: { logger } });
    const answer = await server.send("POST", messagePath, "{}");
    expect(answer).toMatchObject({ status: 503, headers: { "retry-after": "1" } });
    expect(JSON.parse(answer.body)).toMatchObject({ error: { code: 50301 } });
    expect(lines).toEqual([["ingress request failed", { code: "channel-unreadable" }]]);
    expect(answer.body).not.toContain("canary");
  });

  it("of accept never becomes a 200", async () => {
    const { inbox } = fakeInbox({ accept: () => Promise.reject(new Error(canary)) });
    const server = await serve(inbox);
    const answer = await server.send("POST", messagePath, "{}");
    expect(answer.status).toBe(500);
    expect(answer.body).not.toContain("canary");
  });
});

describe("a failure inside", () => {
  it("of the host, a body parser before the ingress, is said and not waited out", async () => {
    const lines: unknown[] = [];
    const server = await serveExpress(fakeInbox().inbox, {
      ingress: { logger: { error: (...line: unknown[]) => void lines.push(line) } },
      prepare: (app) => void app.use(express.json()),
    });
    const answer = await server.send("POST", messagePath, "{}", ["Content-Type: application/json"]);
    expect(answer.status).toBe(500);
    expect(lines).toEqual([["ingress request failed", { code: "body-already-read" }]]);
  });

  it("a refusal by the headers ends the connection although somebody has read the body before", async () => {
    const server = await serveExpress(fakeInbox().inbox, {
      prepare: (app) =>
        app.use((request, _response, next) => void request.resume().on("close", next)),
    });
    const socket = server.open();
    const head = `POST ${messagePath} HTTP/1.1\r\nHost: x\r\nContent-Encoding: x-unknown\r\n`;
    socket.write(`${head}Content-Length: 2\r\n\r\n{}`);
    const [answer] = readAnswers((await socket.toArray()).join(""));
    expect(answer).toMatchObject({ status: 415, headers: { connection: "close" } });
  });
});
