import type { AcceptContext } from "@parley/core";
import { describe, expect, it } from "vitest";
import type { IngressOptions } from "../src/index.ts";
import { fakeInbox } from "./support/fake-inbox.ts";
import { messagePath, serve } from "./support/served.ts";

const traceParent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

/** What the inbox is told beside the body of a request that carries a `traceparent`. */
async function contextWith(ingress: IngressOptions): Promise<AcceptContext> {
  const contexts: AcceptContext[] = [];
  const { inbox } = fakeInbox({
    accept: async (_pass, _body, context = {}) => {
      contexts.push(context);
      return { accepted: true, warnings: [] };
    },
  });
  const server = await serve(inbox, { ingress });
  await server.send("POST", messagePath, "{}", [`traceparent: ${traceParent}`]);
  return contexts[0] ?? { contentType: "nothing came" };
}

describe("a request's traceparent", () => {
  it("is not passed on: anybody can send one", async () => {
    expect(await contextWith({})).toEqual({ contentType: null });
  });

  it("is passed on where the host trusts it", async () => {
    expect(await contextWith({ trustTraceParent: true })).toEqual({
      contentType: null,
      traceParent,
    });
  });
});
