import type { IncomingMessage, ServerResponse } from "node:http";
import { want } from "../want.ts";
import { bodyOf, HttpApp, pathOf } from "./http-app.ts";
import { type HttpClientCheck, secret } from "./http-client-trial.ts";

const followed = [
  ["GET", [301, 302, 303, 307, 308]],
  ["HEAD", [301, 302, 303, 307, 308]],
  ["POST", [303]],
  ["PUT", [303]],
  ["DELETE", [303]],
] as const;

/** Which redirects are followed, and what goes along. */
export function redirectRules(check: HttpClientCheck): void {
  check("redirects of GET and HEAD are followed, of other methods only 303", async (trial) => {
    for (const [method, statuses] of followed)
      for (const status of [300, 301, 302, 303, 304, 305, 307, 308]) {
        trial.app.answer = leadTo("/there", status);
        const answer = await trial.send("/", { method });
        const isFollowed = statuses.some((one) => one === status);
        const url = `${trial.app.url}/${isFollowed ? "there" : ""}`;
        const asked = isFollowed && method !== "HEAD" ? "GET" : method;
        want(`${method} ${status}`, trial.app.requests.at(-1)?.method, asked);
        want(`${method} ${status}`, [answer.status, answer.url], [isFollowed ? 200 : status, url]);
      }
  });

  check("three redirects are followed, a fourth is not", async (trial) => {
    trial.app.answer = (request, response) => {
      const left = Number(pathOf(request).slice(1));
      if (left === 0) response.end("there");
      else response.writeHead(302, { location: `/${left - 1}` }).end();
    };
    want("three", await trial.say("/3"), "200 there");
    trial.app.requests.length = 0;
    want("four", await trial.say("/4"), "http-too-many-redirects");
    want("the fourth is not asked", trial.app.requests.map(({ url }) => url).at(-1), "/1");
  });

  check("with redirect: answer, a redirect is the answer", async (trial) => {
    trial.app.answer = leadTo("/there", 302);
    const { status, headers } = await trial.send("/", { redirect: "answer" });
    want("status and target", [status, headers["location"]], [302, "/there"]);
    want("nobody went there", trial.app.requests.length, 1);
  });

  check("a target may be relative, and one without a location is no redirect", async (trial) => {
    const targets = [
      ["there", "/a/there"],
      ["../there?x=1#y", "/there?x=1"],
      [`//127.0.0.1:${trial.app.port}/there`, "/there"],
    ] as const;
    for (const [location, url] of targets) {
      trial.app.answer = (request, response) =>
        request.url === "/a/b" ? response.writeHead(302, { location }).end() : response.end();
      await trial.send("/a/b");
      want(location, trial.app.requests.at(-1)?.url, url);
    }
    trial.app.answer = (_request, response) => response.writeHead(302).end("nowhere");
    want("none", await trial.say("/"), "302 nowhere");
  });

  check("303 becomes a GET without body, and keeps the headers at home", async (trial) => {
    trial.app.answer = leadTo("/there", 303);
    const headers = { authorization: "Bearer a", "content-type": "text/plain" };
    await trial.send("/", { method: "POST", body: "abc", headers });
    const there = trial.app.requests.at(-1);
    const { authorization, "content-type": type, "content-length": length } = there?.headers ?? {};
    want("method", there?.method, "GET");
    want("headers", [authorization, type, length], ["Bearer a", undefined, undefined]);
  });

  check("a redirect that would repeat a stream is the answer", async (trial) => {
    trial.app.answer = leadTo("/there", 307);
    const streamed = new Blob(["abc"]).stream() as ReadableStream<Uint8Array>;
    want("a stream", await trial.say("/", { method: "GET", body: streamed }), "307 ");
    want("nobody went there", trial.app.requests.length, 1);
    want("a text of POST", await trial.say("/", { method: "POST", body: "abc" }), "307 ");
    want("nobody went there", trial.app.requests.length, 2);
  });

  check("to another origin go three harmless headers, and never a body", async (trial) => {
    const other = await HttpApp.open((request, response) => {
      const location = `${trial.app.url}/back`;
      if (request.url === "/back") response.writeHead(302, { location }).end();
      else response.end();
    });
    try {
      const allowOrigins = [trial.app.url, other.url];
      const headers = {
        accept: "a/b",
        "accept-language": "de",
        "user-agent": "desk",
        authorization: secret,
        cookie: secret,
        "x-api-key": secret,
        "content-type": "text/plain",
      };
      trial.app.answer = (request, response) =>
        request.url === "/back" ? response.end() : leadTo(`${other.url}/`, 302)(request, response);
      const away = await trial.send("/", { headers, body: secret, allowOrigins });
      want("answered there, without a body", [away.status, away.url], [200, `${other.url}/`]);
      const sent = other.requests[0]?.rawHeaders ?? [];
      const names = sent.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase());
      const own = new Set(["host", "connection", "accept", "accept-language", "user-agent"]);
      want(
        "nothing else",
        names.filter((name) => !own.has(name)),
        [],
      );
      want("these", other.requests[0]?.headers["user-agent"], "desk");
      trial.app.answer = (request, response) =>
        request.url === "/back"
          ? response.end()
          : leadTo(`${other.url}/back`, 302)(request, response);
      await trial.send("/", { headers, allowOrigins });
      const back = trial.app.requests.at(-1);
      want("nor on the way back", [back?.url, back?.headers.authorization], ["/back", undefined]);
    } finally {
      await other.close();
    }
  });

  check("the target of a redirect is checked as the first one is", async (trial) => {
    const canary = await HttpApp.open();
    const { port } = canary;
    try {
      for (const location of [
        `http://127.0.0.1:${port}/`,
        `https://127.0.0.1:${port}/`,
        `https://localhost:${port}/`,
        `https://[::ffff:127.0.0.1]:${port}/`,
        "https://169.254.169.254/latest/meta-data/",
        "https://10.0.0.1/",
        `http://user:secret@127.0.0.1:${trial.app.port}/`,
        "http://8.8.8.8/",
        "ftp://8.8.8.8/",
        "file:///etc/passwd",
        "http://[",
      ]) {
        trial.app.answer = leadTo(location, 302);
        want(location, await trial.say("/"), "http-forbidden-target");
      }
      want("no connection was made", canary.sockets.length, 0);
    } finally {
      await canary.close();
    }
  });

  check(
    "a redirect to an origin that is away is not unreachable: something arrived",
    async (trial) => {
      const nowhere = "http://nowhere.test:1";
      trial.app.answer = leadTo(`${nowhere}/`, 303);
      const allowOrigins = [trial.app.url, nowhere];
      const code = await trial.say("/", { method: "POST", body: "{}", allowOrigins });
      want("it may have arrived", code, "http-answer-broken");
    },
  );
}

/** Answers `/` with a redirect, and everything else with 200. */
function leadTo(location: string, status: number) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    await bodyOf(request);
    if (pathOf(request) === "/") response.writeHead(status, { location }).end();
    else response.end();
  };
}
