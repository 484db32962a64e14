import { createServer } from "node:net";
import { describe, expect, it, vi } from "vitest";
import { listen, okResponse, rawServer, respondOk, testCertificate } from "./support/raw-server.ts";
import { failed, openTransport, textOf } from "./support/transport.ts";

const ca = testCertificate.cert;
const lookup = async (): Promise<string[]> => ["127.0.0.1"];

describe("over TLS", () => {
  it("a certificate of a trusted authority for this name is accepted, and the connection kept", async () => {
    const server = await rawServer(respondOk, { tls: true });
    const transport = await openTransport({ ca, lookup });
    for (const host of ["shop.test", "shop.test", "127.0.0.1"]) {
      expect(textOf(await transport.post(`https://${host}:${server.port}`))).toBe(
        '200 {"result":"ok"}',
      );
    }
    expect(server.sockets).toHaveLength(2);
  });

  it("a certificate for another name is refused before anything is sent", async () => {
    const server = await rawServer(respondOk, { tls: true });
    const transport = await openTransport({ ca, lookup });
    expect(await transport.post(`https://other.test:${server.port}`)).toEqual(
      failed("unreachable"),
    );
    expect(server.requests).toHaveLength(0);
  });

  it("a certificate of nobody in particular is refused, also when the environment says otherwise", async () => {
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
    const server = await rawServer(respondOk, { tls: true });
    const transport = await openTransport({ lookup });
    expect(await transport.post(`https://shop.test:${server.port}`)).toEqual(failed("unreachable"));
    expect(server.requests).toHaveLength(0);
    vi.unstubAllEnvs();
  });

  it("a server that does not speak TLS is unreachable", async () => {
    const server = createServer((socket) => {
      socket.on("error", () => {}).once("data", () => socket.end(okResponse));
    });
    const port = await listen(server);
    const transport = await openTransport({ ca, lookup });
    expect(await transport.post(`https://shop.test:${port}`)).toEqual(failed("unreachable"));
    await new Promise((resolve) => server.close(resolve));
  });
});

describe("the environment", () => {
  it("names no proxy", async () => {
    const proxy = await rawServer(respondOk);
    vi.stubEnv("http_proxy", proxy.url);
    vi.stubEnv("HTTP_PROXY", proxy.url);
    vi.stubEnv("https_proxy", proxy.url);
    vi.stubEnv("ALL_PROXY", proxy.url);
    vi.stubEnv("NODE_USE_ENV_PROXY", "1");
    const server = await rawServer(respondOk);
    const transport = await openTransport();
    expect(textOf(await transport.post(server.url))).toContain("200");
    expect(proxy.sockets).toHaveLength(0);
    vi.unstubAllEnvs();
  });
});
