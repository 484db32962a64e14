import { setTimeout as pause } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { contentFaults } from "./content-faults.ts";
import type { FaultyReceiver } from "./faulty-receiver.ts";
import { type Character, refusal } from "./receiver.ts";

/** Faults of the answer itself, which a plain message shows. */
const answerFaults: readonly FaultyReceiver[] = [
  {
    fault: "answers every message with a constant of its own",
    verdicts: ["acknowledgement: failed"],
    react: () => ({ body: '{"ok":true}' }),
  },
  {
    fault: "answers 201 with a status of its own",
    verdicts: ["status: failed"],
    react: () => ({ status: 201, body: '{"status":"accepted"}' }),
  },
  {
    fault: "answers with an HTML page",
    verdicts: ["acknowledgement: failed"],
    react: () => ({ headers: { "content-type": "text/html" }, body: "<!doctype html><p>Welcome" }),
  },
  {
    fault: "redirects",
    verdicts: ["redirect: failed"],
    react: () => ({ status: 301, headers: { location: "/elsewhere" }, body: "" }),
  },
  {
    fault: "fails",
    verdicts: ["status: failed"],
    react: () => ({ status: 500, body: "Internal Server Error" }),
  },
  {
    fault: "always answers the failure shape",
    verdicts: ["failure-shape: failed"],
    react: () => refusal("No such visitor"),
  },
  {
    fault: "takes longer than three seconds",
    verdicts: ["deadline: failed"],
    react: () => "silence",
  },
  {
    fault: "closes the connection without an answer",
    verdicts: ["answer: failed"],
    react: () => "hang-up",
  },
  {
    fault: "closes the connection within its answer",
    verdicts: ["answer: failed"],
    react: ({ request }) => {
      request.socket.end('HTTP/1.1 200 OK\r\nContent-Length: 15\r\n\r\n{"result":');
      return "silence";
    },
  },
  {
    fault: "compresses its answer",
    verdicts: ["content-encoding: failed"],
    react: () => ({ headers: { "content-encoding": "gzip" }, body: gzipSync('{"result":"ok"}') }),
  },
  {
    fault: "answers more than 64 KiB",
    verdicts: ["answer-size: failed"],
    react: () => ({ body: JSON.stringify({ result: "ok", log: "x".repeat(100_000) }) }),
  },
  {
    fault: "calls its JSON a page",
    verdicts: ["answer-type: warned"],
    react: () => ({ headers: { "content-type": "text/html" }, body: '{"result":"ok"}' }),
  },
  {
    fault: "has one path and takes the channel in the query string",
    verdicts: ["address: failed"],
    react: ({ request }) =>
      request.url?.startsWith("/agent-messages/") ? { status: 404, body: "Not Found" } : null,
  },
];

/** Faults in reading requests. */
const requestFaults: readonly FaultyReceiver[] = [
  {
    fault: "takes no chunked body",
    verdicts: ["chunked: failed"],
    react: ({ request }) =>
      "transfer-encoding" in request.headers ? { status: 411, body: "Length Required" } : null,
  },
  {
    fault: "takes chunked bodies only",
    verdicts: ["content-length: failed"],
    react: ({ request }) =>
      "content-length" in request.headers ? { status: 400, body: "Bad Request" } : null,
  },
  {
    fault: "decodes each packet on its own",
    verdicts: ["pieces: failed"],
    async read(request) {
      let text = "";
      for await (const chunk of request as AsyncIterable<Buffer>) text += chunk.toString();
      return text;
    },
  },
  {
    fault: "reads the first packet only",
    verdicts: ["chunked: failed", "pieces: failed"],
    read: (request) =>
      new Promise((resolve) => request.once("data", (chunk: Buffer) => resolve(chunk.toString()))),
  },
  {
    fault: "ends kept connections without a word",
    verdicts: ["keep-alive: failed"],
    react: ({ earlier }) => (earlier > 0 ? "hang-up" : null),
  },
  { fault: "takes one message at a time", verdicts: ["parallel: failed"], ...oneAtATime() },
  {
    fault: "refuses a repeat as a duplicate",
    verdicts: ["repeat: failed"],
    react: ({ repeated }) => (repeated ? refusal("Duplicate message") : null),
  },
  {
    fault: "fails at a repeat",
    verdicts: ["repeat: failed"],
    react: ({ repeated }) => (repeated ? { status: 500, body: "unique constraint" } : null),
  },
  {
    fault: "refuses fields it does not know",
    verdicts: ["unknown-field: failed"],
    react: ({ body }) => (body.includes('"future"') ? refusal("Unknown field", 400) : null),
  },
];

function oneAtATime(): Character {
  let busy = false;
  return {
    async react() {
      if (busy) return { status: 503, body: "busy" };
      busy = true;
      await pause(20);
      busy = false;
      return null;
    },
  };
}

const types = [
  "typein",
  "typeout",
  "video",
  "audio",
  "voice",
  "photo",
  "sticker",
  "document",
  "location",
];

export const faultyReceivers: readonly FaultyReceiver[] = [
  ...answerFaults,
  ...requestFaults,
  ...contentFaults,
  ...types.map((type): FaultyReceiver => ({
    fault: `knows no ${type}`,
    verdicts: [`type-${type}: failed`],
    react: ({ message }) => (message["type"] === type ? refusal("Unknown type", 400) : null),
  })),
];
