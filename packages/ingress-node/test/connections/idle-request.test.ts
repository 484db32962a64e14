import { once } from "node:events";
import type { IncomingMessage, RequestListener } from "node:http";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { fakeInbox } from "../support/fake-inbox.ts";
import { messagePath, serve } from "../support/served.ts";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;
// Whichever thread starts from here on has none, as before.
setFlagsFromString("--no-expose-gc");

it("an idle connection keeps nothing of the message that it brought last", async () => {
  const requests: WeakRef<IncomingMessage>[] = [];
  const before: RequestListener = (request) => void requests.push(new WeakRef(request));
  const client = (await serve(fakeInbox().inbox, { before })).open();
  client.write(`POST ${messagePath} HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}`);
  await once(client, "data");
  const isGone = async (): Promise<boolean> => {
    await new Promise((resolve) => setImmediate(resolve));
    collect();
    return requests[0]?.deref() === undefined;
  };
  await expect.poll(isGone).toBe(true);
  expect([requests.length, client.destroyed]).toEqual([1, false]);
  client.destroy();
});
