import { citeRules } from "../cite-rules.ts";
import type { Runner } from "../runner.ts";
import { sources } from "../sources.ts";
import { answerRules } from "./answers.ts";
import { brokenAnswerRules } from "./broken-answers.ts";
import { connectionRules } from "./connections.ts";
import { deadlineRules } from "./deadlines.ts";
import { guardRules, privateNames } from "./guard.ts";
import { HttpApp } from "./http-app.ts";
import { type HttpClientCheck, HttpClientTrial, type OpenHttpClient } from "./http-client-trial.ts";
import { redirectRules } from "./redirects.ts";
import { requestRules } from "./requests.ts";

/** Tests an `HttpClient` on real sockets. Its own servers are on loopback, as origins that the host allows. */
export function httpClientSuite(runner: Runner, name: string, open: OpenHttpClient): void {
  const { describe } = runner;
  const { it } = citeRules(runner, sources.httpClient);
  const check: HttpClientCheck = (title, body) => void it(title, () => onTrial(open, body));
  describe(`${name} as an HttpClient`, () => {
    describe("requests", () => requestRules(check));
    describe("answers", () => answerRules(check));
    describe("broken answers", () => brokenAnswerRules(check));
    describe("deadlines", () => deadlineRules(check));
    describe("redirects", () => redirectRules(check));
    describe("the address guard", () => guardRules(check));
    describe("connections", () => connectionRules(check));
  });
}

async function onTrial(
  open: OpenHttpClient,
  body: (trial: HttpClientTrial) => Promise<void>,
): Promise<void> {
  const lookups: string[] = [];
  const app = await HttpApp.open();
  try {
    const opened = await open({
      lookup: (host) => {
        lookups.push(host);
        return addressesOf(host);
      },
    });
    const trial = new HttpClientTrial(opened, app, lookups);
    await body(trial).finally(() => opened.close());
  } finally {
    await app.close();
  }
}

/** What the suite's name server says. */
function addressesOf(host: string): Promise<readonly string[]> {
  if (host === "silent.test") return new Promise(() => {});
  if (host === "localhost" || host === "counted.test") return Promise.resolve(["127.0.0.1"]);
  return Promise.resolve(privateNames[host] ?? []);
}
