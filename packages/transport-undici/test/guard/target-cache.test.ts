import { describe, expect, it } from "vitest";
import { readAllowList } from "../../src/allow-list.ts";
import { TargetCache } from "../../src/target-cache.ts";
import { okResponse, rawServer } from "../support/raw-server.ts";
import { failed, openTransport, textOf } from "../support/transport.ts";

const closing = okResponse.replace("200 OK", "200 OK\r\nconnection: close");

describe("what is read of a URL", () => {
  const openTargets = () =>
    new TargetCache({ allowList: readAllowList([]), allowInsecureLoopback: false });

  it("is kept, up to a bound, the oldest going first", () => {
    const targets = openTargets();
    const url = (index: number): string => `https://shop.test/${index}`;
    const first = targets.read(url(0));
    const second = targets.read(url(1));
    expect(targets.read(url(0))).toBe(first);
    for (let index = 2; index <= 2_048; index += 1) {
      targets.read(url(index));
    }
    expect(targets.read(url(1))).toBe(second);
    expect(targets.read(url(0))).toEqual(first);
    expect(targets.read(url(0))).not.toBe(first);
  });

  it("is nothing for a URL that is never permitted, however often it is asked for", () => {
    const targets = openTargets();
    for (let time = 0; time < 3; time += 1) {
      expect(targets.read("http://shop.test/")).toBeNull();
      expect(targets.read("https://shop.test/")).not.toBeNull();
    }
  });

  it("says nothing of its addresses: they are judged anew for every connection", async () => {
    const server = await rawServer((socket) => void socket.end(closing));
    const answers = [["127.0.0.1"], ["10.1.2.3"], ["127.0.0.1"]];
    const transport = await openTransport({ lookup: async () => answers.shift() ?? [] });
    const url = `http://shop.test:${server.port}`;
    expect(textOf(await transport.post(url))).toContain("200");
    expect(await transport.post(url)).toEqual(failed("forbidden-target"));
    expect(textOf(await transport.post(url))).toContain("200");
  });
});
