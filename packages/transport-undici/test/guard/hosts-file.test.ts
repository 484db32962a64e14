import { execFileSync } from "node:child_process";
import { closeSync, constants, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { lookupIn } from "../../src/host-resolver.ts";
import { HostsFile, parseHosts } from "../../src/hosts-file.ts";

function directory(): string {
  const path = mkdtempSync(join(tmpdir(), "parley-hosts-"));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

/** A hosts file at a time of its own. */
function hostsFile(text: string) {
  const path = join(directory(), "hosts");
  let nowMs = 1_000;
  const write = (text: string): void => writeFileSync(path, text);
  write(text);
  const file = new HostsFile(path, () => nowMs);
  return { file, write, remove: () => rmSync(path), pass: (ms: number) => (nowMs += ms) };
}

/** Keeps every thread that reads files waiting, for somebody to write into a pipe. */
async function keepThreadsBusy(): Promise<() => Promise<void>> {
  const pipe = join(directory(), "pipe");
  execFileSync("/usr/bin/env", ["mkfifo", pipe]);
  const threads = Number(process.env["UV_THREADPOOL_SIZE"] ?? 4);
  const waiting = Array.from({ length: threads }, () => open(pipe, "r"));
  return async () => {
    // Opened for reading too: else it would fail for as long as no thread has come to its pipe.
    const writer = openSync(pipe, constants.O_RDWR);
    for (const reader of await Promise.all(waiting)) await reader.close();
    closeSync(writer);
  };
}

describe("the hosts file", () => {
  it("gives every address of a name, whatever its case", () => {
    const { file } = hostsFile(
      "127.0.0.1 localhost\n\n10.0.0.7\tshop shop.test Shop.Test # it\r\nfd00::7 SHOP.test\n",
    );
    expect(file.addressesOf("Shop.Test")).toEqual(["10.0.0.7", "fd00::7"]);
    expect(file.addressesOf("shop")).toEqual(["10.0.0.7"]);
  });

  it("gives none for a name in a comment or for part of a name, and no file gives none at all", () => {
    const hosts = parseHosts("# 10.9.9.9 commented\n10.0.0.7 shop # the shop\n");
    expect([...hosts]).toEqual([["shop", ["10.0.0.7"]]]);
    expect(new HostsFile(join(directory(), "none")).addressesOf("shop")).toEqual([]);
  });

  it("is read again once 5 s have passed, and what it said goes on until then", async () => {
    const { file, write, remove, pass } = hostsFile("10.0.0.1 shop\n");
    expect(file.addressesOf("shop")).toEqual(["10.0.0.1"]);
    write("10.0.0.2 shop\n");
    pass(4_999);
    expect(file.addressesOf("shop")).toEqual(["10.0.0.1"]);
    pass(1);
    expect(file.addressesOf("shop")).toEqual(["10.0.0.1"]);
    await vi.waitFor(() => expect(file.addressesOf("shop")).toEqual(["10.0.0.2"]));
    remove();
    pass(5_000);
    await vi.waitFor(() => expect(file.addressesOf("shop")).toEqual([]));
  });

  it("answers at once while every thread that could read it is busy", async () => {
    const { file, write, pass } = hostsFile("10.0.0.1 shop\n");
    const giveBack = await keepThreadsBusy();
    expect(file.addressesOf("shop")).toEqual(["10.0.0.1"]);
    write("10.0.0.2 shop\n");
    for (let round = 0; round < 3; round += 1) {
      pass(5_000);
      expect(await lookupIn(file)("shop")).toEqual(["10.0.0.1"]);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await giveBack();
    await vi.waitFor(() => expect(file.addressesOf("shop")).toEqual(["10.0.0.2"]));
  });
});
