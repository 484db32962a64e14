import { describe, expect, it } from "vitest";
import type { TransportUndiciOptions } from "../../src/index.ts";
import { disguisedUrls, forbiddenUrls } from "../guard-corpus/forbidden-urls.ts";
import { localNames, loopbackHosts } from "../guard-corpus/loopback-hosts.ts";
import { openCanary } from "../support/canary.ts";
import { rawServer, testCertificate } from "../support/raw-server.ts";
import { failed, openTransport, textOf } from "../support/transport.ts";

const everywhere = ["0.0.0.0", "::1"];
const here = ["127.0.0.1", "::1"];

/** A transport as a host on the internet has it, but for names, which all mean what the test says. */
const strict = (options: TransportUndiciOptions = {}) =>
  openTransport({ allowInsecureLoopback: false, lookup: async () => here, ...options });

describe("a listener on this machine sees nothing of", () => {
  it("URLs that name it, in whatever spelling", async () => {
    const canary = await openCanary(everywhere);
    const hosts = [...loopbackHosts, ...localNames].map(
      (host) => `https://${host}:${canary.port}/`,
    );
    const transport = await strict({ allowTargets: ["shop.internal", "10.0.0.0/8"] });
    for (const url of [...hosts, ...disguisedUrls(canary.port), ...forbiddenUrls(canary.port)]) {
      expect([url, await transport.post(url), canary.arrivals()]).toEqual([
        url,
        failed("forbidden-target"),
        0,
      ]);
    }
  });

  it("names that the machine itself knows to mean it", async () => {
    const canary = await openCanary(everywhere);
    const transport = await openTransport({ allowInsecureLoopback: false });
    for (const host of localNames) {
      const result = await transport.post(`https://${host}:${canary.port}/`);
      expect([host, result, canary.arrivals()]).toEqual([host, failed("forbidden-target"), 0]);
    }
  });

  it("names whose answer changes from one look-up to the next", async () => {
    const closing = "HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 0\r\n\r\n";
    const shop = await rawServer((socket) => void socket.end(closing), { tls: true });
    const canary = await openCanary(["::1"], shop.port);
    const answers = [["127.0.0.1"], ["127.0.0.1", "::1"], ["::1"], ["0.0.0.0"], ["127.0.0.1"]];
    let asked = 0;
    const transport = await strict({
      ca: testCertificate.cert,
      allowTargets: ["127.0.0.1/32"],
      lookup: async () => answers[asked++] ?? [],
    });
    const results = [];
    for (const _ of answers) {
      results.push(textOf(await transport.post(`https://shop.test:${shop.port}/`)));
    }
    const forbidden = "forbidden-target";
    expect(results).toEqual(["200 ", forbidden, forbidden, forbidden, "200 "]);
    expect([shop.requests.length, canary.arrivals()]).toEqual([2, 0]);
  });

  it.each([301, 302, 303, 307, 308])("a redirect to it with %d", async (status) => {
    const canary = await openCanary(everywhere);
    for (const host of ["127.0.0.1", "localhost", "[::1]", "0.0.0.0", "2130706433"]) {
      const location = `http://${host}:${canary.port}/`;
      const server = await rawServer((socket) => {
        socket.write(`HTTP/1.1 ${status} Go\r\nlocation: ${location}\r\ncontent-length: 0\r\n\r\n`);
      });
      const transport = await openTransport();
      expect(textOf(await transport.post(server.url))).toBe(`${status} `);
    }
    expect(canary.arrivals()).toBe(0);
  });
});

describe("an allow-list lets through", () => {
  const open = async (allowTargets: readonly string[], port: number, hosts: readonly string[]) => {
    const transport = await strict({ ca: testCertificate.cert, allowTargets });
    const results: Record<string, string> = {};
    for (const host of hosts) {
      results[host] = textOf(await transport.post(`https://${host}:${port}/`));
    }
    return Object.keys(results).filter((host) => results[host] !== "forbidden-target");
  };
  const hosts = ["127.0.0.1", "127.0.0.2", "[::1]", "localhost", "shop.test", "a.shop.test"];

  it.each([
    [["127.0.0.1"], ["127.0.0.1"]],
    [["127.0.0.0/31"], ["127.0.0.1"]],
    [["127.0.0.0/30"], ["127.0.0.1", "127.0.0.2"]],
    [
      ["127.0.0.2/32", "::1"],
      ["127.0.0.2", "[::1]"],
    ],
    [
      ["127.0.0.1", "::1/128"],
      ["127.0.0.1", "[::1]", "localhost", "shop.test", "a.shop.test"],
    ],
    [["::ffff:127.0.0.1"], ["127.0.0.1"]],
    [["0x7f.1"], ["127.0.0.1"]],
    [["shop.test"], ["shop.test"]],
    [["SHOP.TEST"], ["shop.test"]],
    [["localhost"], ["localhost"]],
    [["test"], []],
    [["shop"], []],
    [[], []],
  ])("with %j exactly %j", async (allowTargets, expected) => {
    const canary = await openCanary(everywhere);
    expect(await open(allowTargets, canary.port, hosts)).toEqual(expected);
    expect(canary.arrivals() > 0).toBe(expected.length > 0);
  });

  it("a port where it names one, and no other", async () => {
    const [named, other] = [await openCanary(everywhere), await openCanary(everywhere)];
    for (const host of ["shop.test", "127.0.0.1"]) {
      const allowTargets = [`${host}:${named.port}`];
      expect(await open(allowTargets, named.port, hosts)).toEqual([host]);
      expect(await open(allowTargets, other.port, hosts)).toEqual([]);
    }
    expect([named.arrivals() > 0, other.arrivals()]).toEqual([true, 0]);
  });
});
