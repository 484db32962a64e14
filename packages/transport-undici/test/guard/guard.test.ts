import { describe, expect, it } from "vitest";
import { readAllowList } from "../../src/allow-list.ts";
import { dial, ForbiddenAddress } from "../../src/dial.ts";
import { literalAddress, permitsAddresses, readTarget } from "../../src/target-guard.ts";
import { forbiddenHosts, publicHosts } from "../guard-corpus/forbidden-hosts.ts";
import { disguisedUrls, forbiddenUrls, forbiddenUrlsTo } from "../guard-corpus/forbidden-urls.ts";
import { loopbackHosts } from "../guard-corpus/loopback-hosts.ts";
import { rawServer, respondOk } from "../support/raw-server.ts";
import { failed, openTransport } from "../support/transport.ts";

interface Rules {
  readonly allowTargets?: readonly string[];
  readonly allowInsecureLoopback?: boolean;
}

/** What the guard says of a URL whose host has these addresses; a literal is its own. */
function permitted(
  url: string,
  { allowTargets = [], allowInsecureLoopback = false }: Rules,
  addresses: string[],
) {
  const rules = { allowList: readAllowList(allowTargets), allowInsecureLoopback };
  const target = readTarget(url, rules);
  if (target === null) {
    return false;
  }
  const literal = literalAddress(target);
  return permitsAddresses(target, literal === null ? addresses : [literal], rules);
}

const publicUrls = [
  ...publicHosts.map((host) => `https://${host}/`),
  "https://1.1.1.1:8443/hook?x=1",
  "https://8.8.8.8",
  "https://[2a00:1450:4001::200e]:444/",
  "HTTPS://8.8.8.8/",
];

const privateUrls = [
  ...[...loopbackHosts, ...forbiddenHosts].map((host) => `https://${host}/`),
  "https://169.254.169.254/latest/meta-data/",
];
const oddUrls = [
  ...publicHosts.flatMap(forbiddenUrlsTo),
  ...forbiddenUrls(443),
  ...disguisedUrls(443),
];

describe("with no option set", () => {
  it.each(publicUrls)("%s is permitted", (url) => {
    expect(permitted(url, {}, [])).toBe(true);
  });

  it.each(privateUrls)("%s is forbidden", (url) => {
    expect(permitted(url, {}, [])).toBe(false);
  });

  it.each(oddUrls)("%j is forbidden", (url) => {
    expect(permitted(url, {}, [])).toBe(false);
  });

  it("a name is what its addresses are", () => {
    expect(permitted("https://shop.test/", {}, ["93.184.215.14", "2606:4700::1111"])).toBe(true);
    expect(permitted("https://shop.test/", {}, ["93.184.215.14", "fd00::1"])).toBe(false);
    expect(permitted("https://shop.test/", {}, ["fe80::1%eth0"])).toBe(false);
    expect(permitted("https://shop.test/", {}, [])).toBe(false);
    expect(permitted("https://localhost/", {}, ["127.0.0.1"])).toBe(false);
  });
});

describe("allowInsecureLoopback", () => {
  const rules = { allowInsecureLoopback: true };

  it.each(["http://127.0.0.1:8081/", "http://[::1]:8081/", "http://127.1/", "https://127.0.0.1/"])(
    "permits %s",
    (url) => {
      expect(permitted(url, rules, [])).toBe(true);
    },
  );

  it.each([
    "http://93.184.215.14/",
    "http://10.0.0.1/",
    "http://0.0.0.0/",
    "https://10.0.0.1/",
    "ws://127.0.0.1/",
  ])("does not permit %s", (url) => {
    expect(permitted(url, rules, [])).toBe(false);
  });

  it("permits http to a name only when all its addresses are loopback", () => {
    expect(permitted("http://localhost/", rules, ["127.0.0.1", "::1"])).toBe(true);
    expect(permitted("http://localhost/", rules, ["127.0.0.1", "93.184.215.14"])).toBe(false);
  });
});

describe("the allow-list", () => {
  it("permits a name whatever its addresses are, on every port or on one", () => {
    const rules = { allowTargets: ["Shop.Internal", "till.internal:8443"] };
    expect(permitted("https://shop.internal/", rules, ["10.0.0.1"])).toBe(true);
    expect(permitted("https://SHOP.internal.:444/", rules, ["10.0.0.1", "127.0.0.1"])).toBe(true);
    expect(permitted("https://till.internal:8443/", rules, ["10.0.0.1"])).toBe(true);
    expect(permitted("https://till.internal/", rules, ["10.0.0.1"])).toBe(false);
    expect(permitted("https://not-shop.internal/", rules, ["10.0.0.1"])).toBe(false);
    expect(permitted("https://a.shop.internal/", rules, ["10.0.0.1"])).toBe(false);
  });

  it("permits addresses and blocks, however they are written", () => {
    const rules = {
      allowTargets: ["10.20.0.0/16", "fd00::/8", "192.168.1.7", "[fe80::7]", "::ffff:10.9.9.9"],
    };
    for (const address of [
      "10.20.255.1",
      "fd12::1",
      "192.168.1.7",
      "fe80::7",
      "10.9.9.9",
      "::ffff:10.20.0.1",
    ]) {
      expect(permitted("https://shop.test/", rules, [address])).toBe(true);
    }
    for (const address of ["10.21.0.1", "fc00::1", "192.168.1.8", "fe80::8", "10.9.9.8"]) {
      expect(permitted("https://shop.test/", rules, [address])).toBe(false);
    }
  });

  it("does not make http permitted, nor one bad address good", () => {
    const rules = { allowTargets: ["shop.internal", "10.0.0.0/8"], allowInsecureLoopback: true };
    expect(permitted("http://shop.internal/", rules, ["10.0.0.1"])).toBe(false);
    expect(permitted("https://shop.test/", rules, ["10.0.0.1", "192.168.0.1"])).toBe(false);
  });

  it.each([
    "",
    "https://shop.test",
    "shop.test/path",
    "10.0.0.0/33",
    "a b",
    "shop:port",
    "*.shop.test/",
    "[fe80::",
  ])("refuses the entry %j at once, by name", (entry) => {
    expect(() => readAllowList([entry])).toThrow(
      expect.objectContaining({ code: "invalid-allow-list" }),
    );
  });
});

describe("the address really connected to", () => {
  it("is checked before a byte is written", async () => {
    const server = await rawServer(respondOk);
    const rules = { allowList: readAllowList([]), allowInsecureLoopback: true };
    const target = readTarget(server.url, rules);
    if (target === null) {
      throw new Error("the guard refuses the test's own server");
    }
    const asked: string[] = [];
    const dialling = dial({
      target,
      addresses: ["127.0.0.1"],
      secureContext: undefined,
      signal: new AbortController().signal,
      permitsAddress: (address) => asked.push(address) === 0,
    });
    await expect(dialling).rejects.toBeInstanceOf(ForbiddenAddress);
    expect(asked).toEqual(["127.0.0.1"]);
    expect(server.receivedBytes).toBe(0);
  });

  it("is never a forbidden one: the transport answers without connecting", async () => {
    const server = await rawServer(respondOk);
    const transport = await openTransport({ allowInsecureLoopback: false });
    expect(await transport.post(server.url)).toEqual(failed("forbidden-target"));
    expect(await transport.post(server.url.replace("http:", "https:"))).toEqual(
      failed("forbidden-target"),
    );
    expect(server.sockets).toHaveLength(0);
  });
});
