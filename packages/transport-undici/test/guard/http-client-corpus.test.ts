import { createServer } from "node:http";
import { type HttpClient, ParleyError } from "@parley/core";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { corpus } from "../guard-corpus/corpus.ts";
import { publicHosts } from "../guard-corpus/forbidden-hosts.ts";
import { publicNames } from "../guard-corpus/names.ts";
import { type Canary, openCanary } from "../support/canary.ts";
import { dialled } from "../support/dial-canary.ts";
import { openHttpClient } from "../support/http-client.ts";
import { listen } from "../support/raw-server.ts";

vi.mock(import("../../src/dial.ts"), async (importOriginal) => {
  const { dialingCanary } = await import("../support/dial-canary.ts");
  return dialingCanary(await importOriginal());
});

let canary: Canary;
beforeEach(async () => {
  canary = await openCanary(["127.0.0.1"]);
  dialled.port = canary.port;
});

/** A client, and what its name servers say of every name but one from now on. */
async function openNamed() {
  const names: { answers: readonly string[] } = { answers: ["127.0.0.1"] };
  const lookup = async (host: string) => (host === "desk.test" ? ["127.0.0.1"] : names.answers);
  return { names, client: await openHttpClient({ lookup }) };
}

async function told(client: HttpClient, url: string, allowOrigins: readonly string[] = []) {
  const signal = AbortSignal.timeout(10_000);
  try {
    return (await client.request({ method: "GET", url, allowOrigins, signal })).status;
  } catch (error) {
    return ParleyError.is(error) ? error.code : error;
  }
}

/** A server that redirects everybody to `location`. */
async function openRedirects() {
  const redirects = { location: "", arrivals: 0 };
  const server = createServer((_request, response) => {
    redirects.arrivals += 1;
    response.writeHead(302, { location: redirects.location }).end();
  });
  dialled.port = await listen(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return redirects;
}

describe("an HttpClient connects to nobody", () => {
  it("whom the guard's corpus names", async () => {
    const { client, names } = await openNamed();
    for (const { url, answers = ["127.0.0.1"] } of corpus) {
      names.answers = answers;
      const code = await told(client, url);
      const isRefused = code === "http-forbidden-target" || code === "http-unreachable";
      expect([url, isRefused, canary.arrivals()]).toEqual([url, true, 0]);
    }
    expect(corpus.length).toBeGreaterThan(400);
  });

  it("to whom a redirect leads, whatever it names", async () => {
    const { client, names } = await openNamed();
    const redirects = await openRedirects();
    const desk = "http://desk.test";
    // A header has no control characters, and what is no absolute URL leads back to the desk.
    const absolute = corpus.filter(
      ({ url }) => URL.canParse(url) && [...url].every((letter) => letter > " "),
    );
    for (const { url, answers = ["127.0.0.1"] } of absolute) {
      names.answers = answers;
      redirects.location = Buffer.from(url).toString("latin1");
      redirects.arrivals = 0;
      const code = await told(client, desk, [desk]);
      const isRefused = code === "http-forbidden-target" || code === "http-answer-broken";
      expect([url, isRefused, redirects.arrivals]).toEqual([url, true, 1]);
    }
    expect(absolute.length).toBeGreaterThan(400);
  });

  it("but to hosts of the internet, so that its silence means something", async () => {
    const { client, names } = await openNamed();
    for (const { host, answers } of publicNames) {
      names.answers = answers;
      expect([host, await told(client, `https://${host}/`)]).toEqual([host, 200]);
    }
    for (const host of publicHosts) expect(await told(client, `https://${host}/`)).toBe(200);
    expect(canary.arrivals()).toBe(publicHosts.length + publicNames.length);
  });
});
