import type { AcceptContext } from "@parley/core";
import { describe, expect, it } from "vitest";
import type { IngressOptions } from "../src/index.ts";
import { doors, type Serve, fakeInbox, messagePath } from "./support/served.ts";

const traceParent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

/** What the inbox is told beside the body of a request that carries a `traceparent`. */
async function contextWith(serve: Serve, ingress: IngressOptions): Promise<AcceptContext> {
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

describe.each(doors)("%s: a request's traceparent", (_door, serve) => {
  it("is not passed on: anybody can send one", async () => {
    expect(await contextWith(serve, {})).toEqual({ contentType: null });
  });

  it("is passed on where the host trusts it", async () => {
    expect(await contextWith(serve, { trustTraceParent: true })).toEqual({
      contentType: null,
      traceParent,
    });
  });
});
