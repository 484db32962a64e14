import type { ServerResponse } from "node:http";
import { expect, it } from "vitest";
import { doors, fakeInbox, messagePath } from "./support/served.ts";

it.each(doors)(
  "nothing of an answer is written while the inbox is still storing the message (ruling 3): %s",
  async (_door, serve) => {
    const responses: ServerResponse[] = [];
    const sentEarly: boolean[] = [];
    const { inbox } = fakeInbox({
      accept: async () => {
        for (let turn = 0; turn < 5; turn += 1)
          await new Promise((resolve) => setImmediate(resolve));
        sentEarly.push(responses[0]?.headersSent ?? true);
        return { accepted: true, warnings: [] };
      },
    });
    const before = (_request: unknown, response: ServerResponse) => void responses.push(response);
    const server = await serve(inbox, { before });
    expect((await server.send("POST", messagePath, "{}")).status).toBe(200);
    expect(sentEarly).toEqual([false]);
  },
);
