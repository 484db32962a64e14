import { type DeadLetters, refuse } from "@parley/core";
import type { Router } from "express";
import { sendJson, sendRefusal } from "./answer.ts";
import { methods } from "./methods.ts";

const pageSize = 50;

/** `/dead-letters`, newest first, in pages, and `/dead-letters/:conversationId/:sequence/redeliver`. */
export function deadLetterRoutes(router: Router, deadLetters: DeadLetters): void {
  methods(router, "/dead-letters", {
    GET: async ({ query }, response) => {
      const before = typeof query["before"] === "string" ? query["before"] : null;
      const { items, next } = await deadLetters.list({ before, limit: pageSize });
      sendJson(response, 200, { deadLetters: items, next });
    },
  });
  methods(router, "/dead-letters/:conversationId/:sequence/redeliver", {
    POST: async ({ params }, response) => {
      const sequence = readSequence(params["sequence"] ?? "");
      const done =
        sequence !== null &&
        (await deadLetters.redeliver(params["conversationId"] ?? "", sequence));
      return done
        ? sendJson(response, 202, { result: "ok" })
        : sendRefusal(response, refuse("unknownMessage"));
    },
  });
}

function readSequence(text: string): number | null {
  const sequence = /^[1-9]\d*$/.test(text) ? Number(text) : null;
  return sequence !== null && Number.isSafeInteger(sequence) ? sequence : null;
}
