import { TargetCheck } from "@parley/core";
import { Container } from "inversify";
import { describe, expect, it } from "vitest";
import { transportUndici, type TransportUndiciOptions } from "../../src/index.ts";

const names: Readonly<Record<string, readonly string[]>> = {
  "shop.example": ["93.184.216.34"],
  "inside.example": ["10.1.2.3"],
  "both.example": ["93.184.216.34", "10.1.2.3"],
  "mine.example": ["127.0.0.1"],
};

async function checked(url: string, options: TransportUndiciOptions = {}): Promise<string | null> {
  const container = new Container();
  const lookup = async (host: string) => names[host] ?? [];
  await container.loadAsync(transportUndici({ lookup, ...options }));
  return container.get(TargetCheck).check(url, new AbortController().signal);
}

const loopback = { allowInsecureLoopback: true };

describe("a URL that is checked before anything is sent", () => {
  it.each([
    ["https://shop.example/agent", null],
    ["https://1.1.1.1/agent", null],
    ["http://shop.example/agent", "not-https"],
    ["http://none.example/agent", "not-https"],
    ["http://127.0.0.1:9000/agent", "not-https"],
    ["http://10.1.2.3/agent", "not-https"],
    ["https://10.1.2.3/agent", "forbidden-address"],
    ["https://inside.example/agent", "forbidden-address"],
    ["https://both.example/agent", "forbidden-address"],
    ["https://127.0.0.1/agent", "forbidden-address"],
    ["https://none.example/agent", "unresolvable"],
    ["https://me:secret@shop.example/agent", "unreadable-url"],
    ["shop", "unreadable-url"],
  ])("%s: %s", async (url, refusal) => {
    expect(await checked(url)).toBe(refusal);
  });

  it.each([
    ["http://127.0.0.1:9000/agent", null],
    ["http://localhost.localdomain.mine.example/agent", "not-https"],
    ["http://mine.example/agent", null],
    ["http://shop.example/agent", "not-https"],
    ["http://10.1.2.3/agent", "not-https"],
    ["http://none.example/agent", "not-https"],
  ])("%s where the host allows insecure loopback: %s", async (url, refusal) => {
    expect(await checked(url, loopback)).toBe(refusal);
  });

  it("is permitted when the host allows the target", async () => {
    expect(await checked("https://inside.example/", { allowTargets: ["10.0.0.0/8"] })).toBeNull();
    expect(await checked("http://inside.example/", { allowTargets: ["10.0.0.0/8"] })).toBe(
      "not-https",
    );
  });

  it("counts as unresolvable when its name servers do not answer in time", async () => {
    const container = new Container();
    const lookup = () => new Promise<readonly string[]>(() => {});
    await container.loadAsync(transportUndici({ lookup }));
    const check = container.get(TargetCheck);
    expect(await check.check("https://slow.example/", AbortSignal.abort())).toBe("unresolvable");
  });
});
