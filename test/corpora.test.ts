import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Corpus } from "../harness/src/corpora/corpus.ts";
import { isJson, placeIn, put } from "../harness/src/corpora/json/suite-files.ts";
import {
  differenceOf,
  outcomeOfBare,
  outcomeOfOurs,
} from "../harness/src/corpora/requests/door-comparison.ts";
import {
  readLlhttpPage,
  readProbes,
  readTrophies,
  redirected,
} from "../harness/src/corpora/requests/request-texts.ts";
import { pageTests } from "../harness/src/corpora/strings/on-pages.ts";
import { runCorpora } from "../harness/src/corpora/run-corpora.ts";
import { isPublic } from "../harness/src/corpora/urls/special-addresses.ts";
import { watchSockets } from "../harness/src/corpora/urls/watched-sockets.ts";

describe("strings on the console's pages", () => {
  it.each(pageTests)("are tried by %s, which is there", (path) => {
    expect(existsSync(path)).toBe(true);
  });
});

describe("the run over corpora", () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), "parley-corpora-test-"));
    mkdirSync(join(directory, "there/files"), { recursive: true });
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  const corpus = (run: Corpus["run"], name = "there"): Corpus => ({ name, needs: "files", run });
  const good = corpus(async () => ({ inputs: 3, checks: 9 }));

  async function ran(...corpora: Corpus[]): Promise<readonly [boolean, readonly string[]]> {
    const said: string[] = [];
    const isFine = await runCorpora(corpora, directory, (line) => said.push(line));
    return [isFine, said.map((line) => line.replace(/\d+ s$/, "n s").replace(directory, "x"))];
  }

  it("tells what is not there, and passes with what is", async () => {
    const missing = corpus(good.run, "elsewhere");
    expect(await ran(missing, good)).toEqual([
      true,
      ["elsewhere: not there", "there: 3 inputs, 9 checks, 0 faults, n s"],
    ]);
    expect(await ran(missing)).toEqual([false, ["elsewhere: not there", "no corpus is in x"]]);
  });

  it("fails when a corpus found something, tried nothing or broke off", async () => {
    const faulty = corpus(async (_, findings) => {
      findings.keep("a", "wrong", Buffer.from("b"));
      return { inputs: 1, checks: 1 };
    });
    const idle = corpus(async () => ({ inputs: 1, checks: 0 }));
    const broken = corpus(async () => Promise.reject(new Error("gone")));
    for (const one of [faulty, idle, broken]) expect((await ran(good, one))[0]).toBe(false);
  });
});

describe("requests as others wrote them down", () => {
  it("are read from llhttp's pages, line ends and escapes as its own tests read them", () => {
    const page =
      "## A\n\n```http\nPUT /url HTTP/1.1\nA: \\x01\\tb\\\nc\n\nabc\\r\n\n```\n\n```log\n```\n";
    expect(readLlhttpPage("a.md", page)).toEqual([
      { name: "a.md:3", text: "PUT /url HTTP/1.1\r\nA: \x01\tbc\r\n\r\nabc\r\r\n" },
    ]);
    const made = (code: string) => readLlhttpPage("a.md", "```http\nGET /${" + code + "} X\n```");
    expect([made("'ab'.repeat(2)")[0]?.text, made("process.exit()")]).toEqual(["GET /abab X", []]);
  });

  it("are read from http-garden's page of bugs and programs", () => {
    const line =
      "  - Payload: `GET / HTTP/1.1\\r\\nA: \\xff\\\\\\r\\n\\r\\n` `GET /b HTTP/1.1\\r\\n`";
    expect(readTrophies(`\n${line}\n  - Payload: Any request at all.`)).toEqual([
      { name: "TROPHIES.md:2", text: "GET / HTTP/1.1\r\nA: \xff\\\r\n\r\nGET /b HTTP/1.1\r\n" },
    ]);
    expect(readProbes("a.py", 'x([b"GET / HTTP/1.1\\r\\n", b"b"])')).toEqual([
      { name: "a.py:1", text: "GET / HTTP/1.1\r\n" },
    ]);
  });

  it("can be sent to other addresses", () => {
    const text = "POST /a HTTP/1.1\r\nA: b\r\n\r\nGET /b HTTP/1.0\r\n\r\n";
    expect(redirected(text, (method) => `/${method}`)).toBe(
      "POST /POST HTTP/1.1\r\nA: b\r\n\r\nGET /GET HTTP/1.0\r\n\r\n",
    );
  });
});

describe("the comparison of a door with bare Node", () => {
  const answers = (...statuses: number[]) =>
    statuses.map((status) => ({
      status,
      headers: new Map(status === 418 ? [["connection", "close"]] : []),
      body: `{"error":{"code":${status}11}}`,
    }));
  const between = (ours: number[], bare: number[]) => {
    const outcome = outcomeOfBare(answers(...bare));
    const both = { strict: [outcome], lenient: [outcome] };
    return differenceOf(outcomeOfOurs(answers(...ours)), both);
  };

  it("finds what one takes and the other refuses, and a request that is one to one of them alone", () => {
    expect(between([200, 404], [200, 200])).toBeNull();
    expect(between([431], [400])).toBeNull();
    expect(between([200, 418], [200, 200])).toBeNull();
    expect(between([200, 200], [200, 400])).toBe("2 requests taken, by bare Node 1");
    expect(between([404, 404], [200, 400])).toBe("2 requests understood, by bare Node 1 to 1");
    expect(between([200], [200, 200])).toBe("1 requests understood, by bare Node 2 to 2");
    expect(between([], [400])).toBe(
      "0 requests understood, by bare Node 0 to 0, and nothing refused",
    );
    expect(between([418], [200])).toBe("0 requests understood, by bare Node 1 to 1: refused");
  });
});

describe("what the other corpora are judged by", () => {
  it("says what is JSON, and leaves to each reader what is no UTF-8 or has a byte order mark", () => {
    const place = placeIn("a", { a: "*", b: 1 });
    const of = (text: string) => isJson(put(place, Buffer.from(text, "latin1")));
    expect([of("[1]"), of("1],"), of('"\xff"')]).toEqual([true, false, null]);
    expect(isJson(Buffer.from("\ufeff{}"))).toBeNull();
  });

  it("knows addresses of the internet", () => {
    const addresses = ["8.8.8.8", "[2606:4700::1111]", "127.0.0.1", "169.254.169.254", "::1"];
    expect(addresses.filter(isPublic)).toEqual(["8.8.8.8", "[2606:4700::1111]"]);
    const mapped = ["::ffff:8.8.8.8", "fe80::1", "2001:db8::1", "64:ff9b::808:808", "240.0.0.1"];
    expect(mapped.filter(isPublic)).toEqual([]);
  });

  it("sees each address before a socket connects to it, and lets nobody through", async () => {
    const sockets = watchSockets();
    try {
      const socket = new Socket().on("error", () => {});
      const closed = new Promise((resolve) => socket.once("close", resolve));
      const found = [{ address: "8.8.8.8", family: 4 }];
      socket.connect({
        host: "a.test",
        port: 1,
        lookup: (_host, _options, done) => done(null, found),
      });
      await closed;
      expect([sockets.take(), sockets.take()]).toEqual([["8.8.8.8"], []]);
    } finally {
      sockets.restore();
    }
  });
});
