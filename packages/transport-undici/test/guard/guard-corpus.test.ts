import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { corpus, corpusParts, type CorpusTarget } from "../guard-corpus/corpus.ts";
import { forbiddenHosts, publicHosts } from "../guard-corpus/forbidden-hosts.ts";
import { forbiddenNames, publicNames } from "../guard-corpus/names.ts";
import { type Canary, openCanary } from "../support/canary.ts";
import { dialled } from "../support/dial-canary.ts";
import { openTransport, textOf } from "../support/transport.ts";

vi.mock(import("../../src/dial.ts"), async (importOriginal) => {
  const { dialingCanary } = await import("../support/dial-canary.ts");
  return dialingCanary(await importOriginal());
});

const unlike = {
  allowTargets: ["shop.internal", "till.internal:8443", "10.20.0.0/16", "fd77::/16"],
};
const optionSets = [
  ["no option set", {}],
  ["an allow-list of others", unlike],
] as const;
const seen = { targets: 0, posts: 0, arrivals: 0 };
let canary: Canary;

beforeEach(async () => {
  canary = await openCanary(["127.0.0.1"]);
  dialled.port = canary.port;
});
afterAll(() => {
  const { targets, posts, arrivals } = seen;
  console.info(`address guard: ${targets} targets, ${posts} posts, ${arrivals} at the canary`);
});

async function expectNobody(
  options: Parameters<typeof openTransport>[0],
  targets: readonly CorpusTarget[],
): Promise<void> {
  for (const { url, answers = ["127.0.0.1"] } of targets) {
    const transport = await openTransport({
      allowInsecureLoopback: false,
      lookup: async () => answers,
      ...options,
    });
    const result = textOf(await transport.post(url));
    seen.posts += 1;
    seen.arrivals += canary.arrivals();
    expect([url, ["forbidden-target", "unreachable"].includes(result), canary.arrivals()]).toEqual([
      url,
      true,
      0,
    ]);
  }
}

seen.targets = corpus.length;

describe.each(optionSets)("with %s nobody connects to", (_title, options) => {
  it("this machine, however its address is written", () =>
    expectNobody(options, corpusParts.thisMachine));

  it("an address that is no host of the internet, however it is written", () =>
    expectNobody(options, corpusParts.hosts));

  it("what a URL names that is not https, has credentials, or is none", () =>
    expectNobody(options, corpusParts.urls));

  it("a name with one address that is no host of the internet, or none at all", () =>
    expectNobody(options, corpusParts.names));
});

describe("on a developer's machine nobody connects to", () => {
  it("anything but this machine, with TLS or without", async () => {
    const urls = forbiddenHosts.flatMap((host) => [`https://${host}/`, `http://${host}/`]);
    const others = publicHosts.map((host) => `http://${host}/`);
    await expectNobody(
      { allowInsecureLoopback: true },
      [...urls, ...others].map((url) => ({ url })),
    );
  });

  it("a name without TLS, unless all its addresses are this machine's", async () => {
    const mixed = forbiddenNames.filter(({ host }) => host === "mixed.test");
    expect(mixed.length).toBeGreaterThan(5);
    await expectNobody(
      { allowInsecureLoopback: true },
      mixed.map(({ host, answers }) => ({ url: `http://${host}/`, answers })),
    );
  });
});

describe("the canary", () => {
  it("sees whoever goes to a host of the internet, so that its silence means something", async () => {
    for (const url of publicHosts.map((host) => `https://${host}/`)) {
      const transport = await openTransport({ allowInsecureLoopback: false });
      expect([url, textOf(await transport.post(url))]).toEqual([url, '200 {"result":"ok"}']);
    }
    for (const { host, answers } of publicNames) {
      const lookup = async () => answers;
      const transport = await openTransport({ allowInsecureLoopback: false, lookup });
      expect(textOf(await transport.post(`https://${host}/`))).toBe('200 {"result":"ok"}');
    }
    expect(canary.arrivals()).toBe(publicHosts.length + publicNames.length);
  });
});

describe("the corpus", () => {
  it("holds at least 100 targets, and none of them twice", () => {
    expect(corpus.length).toBeGreaterThan(100);
    const named = corpus.map((target) => JSON.stringify(target));
    expect(named.filter((name, index) => named.indexOf(name) !== index)).toEqual([]);
  });
});
