import type { Response } from "express";
import { expect, it } from "vitest";
import { fakeInbox } from "./support/fake-inbox.ts";
import { messagePath, serve } from "./support/served.ts";

it("nothing of an answer is written while the inbox is still storing the message (ruling 3)", async () => {
  const responses: Response[] = [];
  const sentEarly: boolean[] = [];
  const { inbox } = fakeInbox({
    accept: async () => {
      for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      sentEarly.push(responses[0]?.headersSent ?? true);
      return { accepted: true, warnings: [] };
    },
  });
  const server = await serve(inbox, {
    prepare: (app) => {
      app.use((_request, response, next) => {
        responses.push(response);
        next();
      });
    },
  });
  expect((await server.send("POST", messagePath, "{}")).status).toBe(200);
  expect(sentEarly).toEqual([false]);
});
