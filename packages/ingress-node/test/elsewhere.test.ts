import type { RequestListener } from "node:http";
import { ParleyError } from "@parley/core";
import { describe, expect, it } from "vitest";
import { ingressNode } from "../src/index.ts";
import { fakeInbox, secret } from "./support/fake-inbox.ts";
import { listen, messagePath, serve, statusPath } from "./support/served.ts";

const otherwise: RequestListener = (request, response) =>
  void response
    .setHeader("Content-Length", 4)
    .writeHead(200)
    .end("else", () => request.resume());

/** Who answered each path: the host, or the ingress with which status. */
async function answerers(basePath: string, paths: readonly string[]): Promise<unknown[]> {
  const server = await serve(fakeInbox().inbox, { ingress: { basePath, otherwise } });
  const answers = [];
  for (const path of paths) {
    const { status, body } = await server.send("GET", path);
    answers.push(body === "else" ? "otherwise" : status);
  }
  return answers;
}

describe("a path outside the base path", () => {
  const outside = ["/", "/console/login", "/chatter", "/chatter/a/b/status", "/CHAT/a/b", "*"];

  it("is the host's, with method and body untouched", async () => {
    expect(await answerers("/chat", outside)).toEqual(outside.map(() => "otherwise"));
    const mirror: RequestListener = (request, response) =>
      void request.pipe(response.setHeader("Content-Length", 4));
    const server = await serve(fakeInbox().inbox, { ingress: { otherwise: mirror } });
    expect((await server.send("PUT", "/mirror", "seen")).body).toBe("seen");
  });

  it("is as unknown as any other when the host serves nothing else (ruling 1)", async () => {
    const server = await serve(fakeInbox().inbox);
    const stranger = await server.send("GET", "/chat/wrong/shop/status");
    for (const path of outside) expect(await server.send("GET", path)).toEqual(stranger);
  });
});

describe("a path below the base path", () => {
  it("is never the host's, whatever it is (ruling 1)", async () => {
    const below = ["/chat", "/chat/", "/chat?a", "/chat/a", "/chat/a/b/status", "/chat/a/b/c/d"];
    expect(await answerers("/chat", below)).toEqual(below.map(() => 404));
    expect(await answerers("/chat", ["/chat/a/b"])).toEqual([405]);
  });

  it("may have a base path of several parts before it", async () => {
    const paths = [`/v1${statusPath}`, statusPath, "/v1/chat"];
    expect(await answerers("/v1/chat", paths)).toEqual([200, "otherwise", 404]);
  });

  it("may be asked for in absolute form, and with a query", async () => {
    const absolute = `http://gateway.test${statusPath}?t=1`;
    expect(await answerers("/chat", [absolute, "HTTPS://x/chat#y", "http://x"])).toEqual([
      200,
      404,
      "otherwise",
    ]);
  });
});

describe("without a base path", () => {
  const [shopMessage, shopStatus] = [messagePath, statusPath].map((path) => path.slice(5));

  it("every path is answered here", async () => {
    const server = await listen(ingressNode(fakeInbox().inbox));
    expect((await server.send("GET", shopStatus ?? "")).status).toBe(200);
    for (const path of ["/", "/healthz", "/a/b/c", "*"]) {
      expect((await server.send("GET", path)).status).toBe(404);
    }
  });

  it("beside a host's own, those of the two shapes are, whoever asks", async () => {
    const ours = [`${shopStatus}`, `${shopMessage}/`, "/a/b", "/a/b/status", "/%/%/status"];
    expect(await answerers("", ours)).toEqual([200, 405, 405, 404, 404]);
    const others = ["/", "/healthz", `/${secret}/`, `${shopMessage}//`, "/a/b/c", "/a/b/status/c"];
    expect(await answerers("", others)).toEqual(others.map(() => "otherwise"));
  });
});

describe("a base path of another form", () => {
  it.each(["/", "chat", "/chat/", "//chat", "/chat?", "http://x/chat"])(
    "is told at once: %j",
    (basePath) => {
      const open = () => ingressNode(fakeInbox().inbox, { basePath });
      expect(open).toThrow(/base path/);
      try {
        open();
      } catch (error) {
        expect(ParleyError.is(error) && error.code).toBe("invalid-option");
      }
    },
  );
});
