import { isIP } from "node:net";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clientAddress, networkOf, plainAddress } from "../../src/index.ts";

describe("what a proxy says of a client", () => {
  it.each([
    ["192.0.2.7", "192.0.2.7"],
    [" 192.0.2.7 ", "192.0.2.7"],
    ["192.0.2.78:30001", "192.0.2.78"],
    ["192.0.2.78:_port", "192.0.2.78"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["::FFFF:C000:0207", "192.0.2.7"],
    ["0:0:0:0:0:ffff:192.0.2.7", "192.0.2.7"],
    ["::ffff:192.0.2.7:443", "192.0.2.7"],
    ["[::ffff:192.0.2.7]:443", "192.0.2.7"],
    ["64:ff9b::192.0.2.7", "192.0.2.7"],
    ["2001:DB8:0:0:0::7", "2001:db8::7"],
    ["[2001:db8::7]:443", "2001:db8::7"],
    ["[2001:db8::7]", "2001:db8::7"],
    ["2001:db8:1:2:3:4:5:6:443", "2001:db8:1:2:3:4:5:6"],
    ["0000:0000:0000:0000:0000:0000:0000:0001", "::1"],
    ["fe80::1%eth0", "fe80::1"],
    ["[fe80::1%25eth0]:443", "fe80::1"],
    ["198.51.100.1, 192.0.2.7", "192.0.2.7"],
    ["198.51.100.1,[2001:db8::7]:443", "2001:db8::7"],
    ['"[2001:db8:cafe::17]:4711"', "2001:db8:cafe::17"],
    ["for=192.0.2.43", "192.0.2.43"],
    ['For="[2001:db8:cafe::17]:4711"', "2001:db8:cafe::17"],
    ["for=192.0.2.60;proto=http;by=203.0.113.43", "192.0.2.60"],
    ["by=203.0.113.43;for=192.0.2.60:80", "192.0.2.60"],
    ['for=192.0.2.43, for="[2001:db8:cafe::17]"', "2001:db8:cafe::17"],
  ])("%j is the address %s", (text, address) => {
    expect(plainAddress(text)).toBe(address);
  });

  it.each([
    "",
    " ",
    "unknown",
    "unknown:80",
    "_hidden",
    "_SEVKISEK:4711",
    "for=unknown",
    "for=_gazonk",
    "by=203.0.113.43",
    "localhost",
    "192.0.2",
    "192.0.2.256",
    "0300.0.2.7",
    "0xc0000207",
    "192.0.2.7:80:90",
    "[192.0.2.7",
    "[2001:db8::7]443",
    "2001:db8::7::1",
    "2001:db8:1:2:3:4:5:6:7:8:9",
    "192.0.2.7, unknown",
    "192.0.2.7,",
    `${"0".repeat(100)}192.0.2.7`,
    "192.0.2.7/24",
    // The remote address of a socket whose client has left.
    undefined,
  ])("%j is no address", (text) => {
    expect(plainAddress(text)).toBeNull();
    expect(networkOf(text)).toBe("");
    expect(clientAddress(text, "::ffff:198.51.100.9")).toBe("198.51.100.9");
    expect(clientAddress(text, "")).toBe("");
  });

  it("counts more than what the connection says, as soon as it can be read", () => {
    expect(clientAddress("192.0.2.7:1", "198.51.100.9")).toBe("192.0.2.7");
  });
});

const port = fc.integer({ min: 0, max: 65_535 });
const ipv4 = fc.ipV4();
const ipv6 = fc.ipV6();
const group = fc.integer({ min: 0, max: 0xffff });
const groups = (length: number) => fc.array(group, { minLength: length, maxLength: length });
const written = (parts: readonly number[]) => parts.map((part) => part.toString(16)).join(":");
/** Neither a mapped nor a translated IPv4 address. */
const network = groups(4).filter(([first = 0, second = 0]) => first > 0xff || second > 0);

/** Texts of pieces that addresses are made of. */
const pieces = ["::", ":", ".", "[", "]", "%", '"', ",", ";", "for=", "ffff", "7", "192.0.2.7"];
const anything = fc
  .array(fc.integer({ min: 0, max: 0xffff }))
  .map((units) => String.fromCharCode(...units));
const nearly = fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((each) => each.join(""));

describe("a network", () => {
  it("is an IPv4 address by itself, whatever the port, and also inside IPv6", () => {
    fc.assert(
      fc.property(ipv4, port, (address, each) => {
        const forms = [`${address}:${each}`, `::ffff:${address}`, `[::ffff:${address}]:${each}`];
        expect(networkOf(address)).toBe(address);
        for (const form of forms) expect(networkOf(form)).toBe(address);
      }),
    );
  });

  it("is one for all of a /64, whatever the port, the zone and the spelling", () => {
    fc.assert(
      fc.property(network, groups(4), groups(4), port, (left, one, other, each) => {
        const name = networkOf(written([...left, ...one]));
        expect(name).toMatch(/::\/64$|^[\da-f:]+\/64$/);
        const address = written([...left, ...other]);
        const forms = [address, `[${address}]:${each}`, `${address}%eth0`, address.toUpperCase()];
        for (const form of [...forms, `for="[${address}]:${each}"`])
          expect(networkOf(form)).toBe(name);
      }),
    );
  });

  it("is another one for another IPv4 address or another /64", () => {
    fc.assert(
      fc.property(ipv4, ipv4, network, network, (a, b, c, d) => {
        expect(networkOf(a) === networkOf(b)).toBe(a === b);
        const [one, other] = [written(c), written(d)];
        expect(networkOf(`${one}::`) === networkOf(`${other}::`)).toBe(one === other);
        expect(networkOf(a)).not.toBe(networkOf(`${one}::`));
      }),
    );
  });

  it("is found in every address that a socket can have", () => {
    fc.assert(
      fc.property(fc.oneof(ipv4, ipv6), (address) => {
        expect(networkOf(address)).not.toBe("");
        expect(isIP(plainAddress(address) ?? "")).not.toBe(0);
      }),
    );
  });

  it("is told of any text: an address in one spelling, or none", () => {
    fc.assert(
      fc.property(fc.oneof(anything, nearly), (text) => {
        const address = plainAddress(text);
        expect(networkOf(text)).toBe(networkOf(address ?? ""));
        if (address === null) return;
        expect(isIP(address)).not.toBe(0);
        expect(plainAddress(address)).toBe(address);
      }),
    );
  });
});
