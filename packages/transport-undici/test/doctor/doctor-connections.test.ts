import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { RawServer } from "@parley/conformance";
import { describe, expect, it, onTestFinished } from "vitest";
import { openPractice, type Practice, troubles } from "../support/doctor.ts";
import {
  listen,
  okResponse,
  rawServer,
  respondOk,
  testCertificate,
} from "../support/raw-server.ts";

const ca = testCertificate.cert;
const lookup = async (): Promise<string[]> => ["127.0.0.1"];
const fixture = (name: string): string =>
  readFileSync(new URL(`../fixtures/${name}`, import.meta.url), "utf8");
const expired = { cert: fixture("expired-cert.pem"), key: fixture("expired-key.pem") };

describe("the doctor on the way to a receiver", () => {
  it("finds nothing wrong with a receiver that is well, and says each step", async () => {
    const server = await rawServer(respondOk, { tls: true });
    const practice = await openPractice({ ca, lookup });
    const found = await practice.examine(`https://shop.test:${server.port}/chat`);
    expect(troubles(found)).toEqual([]);
    expect(found.map(({ check }) => check)).toEqual([
      "receiver-name",
      "receiver-address",
      "receiver-connection",
      "receiver-tls",
      "receiver-acknowledgement",
      "receiver-latency",
      "receiver-messages",
    ]);
  });

  it("sends nothing but one typeout of a made-up visitor, to the channel's own address", async () => {
    const server = await rawServer(respondOk);
    await (await openPractice()).examine(`${server.url}/chat`);
    const [request = "", ...others] = server.requests;
    expect(others).toEqual([]);
    expect(request).toMatch(/^POST \/chat\/shop HTTP/);
    const body = JSON.parse(request.split("\r\n\r\n")[1] ?? "") as object;
    expect(body).toMatchObject({
      recipient: { id: "parley-doctor" },
      message: { type: "typeout", id: expect.any(String) as string },
    });
  });

  it("tells of a name without an address", async () => {
    const practice = await openPractice({ lookup: async () => [] });
    expect(troubles(await practice.examine("https://shop.test"))).toEqual(["receiver-name fault"]);
  });

  it("tells of a name that cannot be asked for", async () => {
    const practice = await openPractice({ lookup: () => Promise.reject(new Error("no servers")) });
    expect(troubles(await practice.examine("https://shop.test"))).toEqual(["receiver-name fault"]);
  });

  it("tells of name servers that never answer", async () => {
    const practice: Practice = await openPractice({
      lookup: () => {
        void practice.time.advance(6_000);
        return new Promise(() => {});
      },
    });
    expect(troubles(await practice.examine("https://shop.test"))).toEqual(["receiver-name fault"]);
  });

  it("tells of an address that the guard does not permit, and does not go there", async () => {
    const server = await rawServer(respondOk, { tls: true });
    const strict = { ca, allowInsecureLoopback: false };
    for (const address of ["10.0.0.1", "127.0.0.1", "169.254.169.254"]) {
      const practice = await openPractice({ ...strict, lookup: async () => [address] });
      const found = await practice.examine(`https://shop.test:${server.port}`);
      expect(troubles(found)).toEqual(["receiver-address fault"]);
    }
    expect(server.sockets).toHaveLength(0);
  });

  it("tells of a URL without TLS where the host does not allow it", async () => {
    const practice = await openPractice({ allowInsecureLoopback: false });
    expect(troubles(await practice.examine("http://shop.example/chat"))).toEqual([
      "receiver-url fault",
    ]);
  });

  it("tells of a URL without TLS that leads off this machine, where insecure loopback is allowed", async () => {
    for (const address of ["93.184.215.14", "10.0.0.1"]) {
      const practice = await openPractice({ lookup: async () => [address] });
      const found = await practice.examine("http://shop.example/chat");
      expect(troubles(found)).toEqual(["receiver-url fault"]);
    }
  });

  it("tells of a port where nobody listens", async () => {
    const server = await RawServer.open(respondOk);
    const { port } = server;
    await server.close();
    const practice = await openPractice({ lookup });
    const found = await practice.examine(`https://shop.test:${port}`);
    expect(troubles(found)).toEqual(["receiver-connection fault"]);
  });

  it("tells of a server that takes the connection and never says hello", async () => {
    const practice = await openPractice({ ca, lookup });
    const server = createServer((socket) => {
      socket.on("error", () => {});
      onTestFinished(() => void socket.destroy());
      socket.once("data", () => void practice.time.advance(6_000));
    });
    const port = await listen(server);
    onTestFinished(() => void server.close());
    const found = await practice.examine(`https://shop.test:${port}`);
    expect(troubles(found)).toEqual(["receiver-connection fault"]);
  });

  for (const [what, tls, host, trusted, words] of [
    ["has expired", expired, "shop.test", expired.cert, "expired"],
    ["is for another name", testCertificate, "other.test", ca, "another name"],
    ["is nobody's in particular", testCertificate, "shop.test", undefined, "authority"],
  ] as const) {
    it(`tells of a certificate that ${what}`, async () => {
      const server = await RawServer.open(respondOk, tls);
      onTestFinished(() => server.close());
      const practice = await openPractice({ lookup, ...(trusted && { ca: trusted }) });
      const found = await practice.examine(`https://${host}:${server.port}`);
      expect(troubles(found)).toEqual(["receiver-tls fault"]);
      expect(found.at(-1)?.message).toContain(words);
      expect(server.requests).toEqual([]);
    });
  }

  it("tells of an https URL at a port that does not speak TLS", async () => {
    const server = createServer((socket) => {
      socket.on("error", () => {}).once("data", () => socket.end(okResponse));
    });
    const port = await listen(server);
    onTestFinished(() => void server.close());
    const practice = await openPractice({ ca, lookup });
    const found = await practice.examine(`https://shop.test:${port}`);
    expect(troubles(found)).toEqual(["receiver-tls fault"]);
    expect(found.at(-1)?.message).toContain("does not speak TLS");
  });
});
