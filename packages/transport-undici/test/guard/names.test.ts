import { describe, expect, it } from "vitest";
import { sharedLookup, systemLookup } from "../../src/host-resolver.ts";
import { rawServer, respondOk } from "../support/raw-server.ts";
import { failed, openTransport, textOf } from "../support/transport.ts";

describe("a name", () => {
  it("is not even looked up for a URL that no address could make permitted", async () => {
    const asked: string[] = [];
    const lookup = async (host: string): Promise<string[]> => {
      asked.push(host);
      return ["127.0.0.1"];
    };
    const transport = await openTransport({ allowInsecureLoopback: false, lookup });
    expect(await transport.post("http://shop.test/")).toEqual(failed("forbidden-target"));
    expect(asked).toEqual([]);
  });

  it("that has no address, or cannot be looked up, is unreachable", async () => {
    const empty = await openTransport({ lookup: async () => [] });
    expect(await empty.post("https://shop.test/")).toEqual(failed("unreachable"));
    const broken = await openTransport({ lookup: () => Promise.reject(new Error("SERVFAIL")) });
    expect(await broken.post("https://shop.test/")).toEqual(failed("unreachable"));
  });

  it("is looked up once, and the address it had then is connected to", async () => {
    const server = await rawServer(respondOk);
    let asked = 0;
    const transport = await openTransport({
      lookup: async () => {
        asked += 1;
        return asked === 1 ? ["127.0.0.1"] : ["10.1.2.3"];
      },
    });
    expect(textOf(await transport.post(`http://shop.test:${server.port}`))).toContain("200");
    expect(asked).toBe(1);
  });

  it("falls back to its next address when one does not answer", async () => {
    const server = await rawServer(respondOk);
    const transport = await openTransport({ lookup: async () => ["127.0.0.2", "127.0.0.1"] });
    expect(textOf(await transport.post(`http://shop.test:${server.port}`))).toContain("200");
  });

  it("is asked for by one question at a time", async () => {
    const asked: string[] = [];
    const answers = new Map<string, (addresses: string[]) => void>();
    const lookup = sharedLookup((host) => {
      asked.push(host);
      return new Promise((resolve) => answers.set(host, resolve));
    });
    const questions = [lookup("a.test"), lookup("b.test"), lookup("a.test")];
    answers.get("a.test")?.(["1.1.1.1"]);
    answers.get("b.test")?.(["2.2.2.2"]);
    expect(await Promise.all(questions)).toEqual([["1.1.1.1"], ["2.2.2.2"], ["1.1.1.1"]]);
    expect(asked).toEqual(["a.test", "b.test"]);
    void lookup("a.test");
    expect(asked).toHaveLength(3);
  });

  it("of this machine needs no name server", async () => {
    expect(await systemLookup("localhost")).toEqual(["127.0.0.1", "::1"]);
    expect(await systemLookup("shop.localhost")).toEqual(["127.0.0.1", "::1"]);
  });
});
