import { want } from "../want.ts";
import { resultText, type TransportCheck } from "./transport-trial.ts";

const capBytes = 65_536;

/** The request that the endpoint gets, and the answer that the transport returns. */
export function answerRules(check: TransportCheck): void {
  check("the body arrives byte for byte, whichever way it is transferred", async (trial) => {
    const bodies = ['{"text":"Grüße 👋 \\u0000"}', "{}", `{"text":"${"👋".repeat(20_000)}"}`];
    for (const transfer of ["content-length", "chunked"] as const) {
      for (const body of bodies) {
        want("answered", resultText(await trial.post({ body, transfer })), '200 {"result":"ok"}');
        const arrival = trial.endpoint.arrivals.at(-1);
        want("as the channel asks for", arrival?.transfer, transfer);
        want("nothing added, nothing lost", arrival?.body === body, true);
      }
    }
  });

  check("path and query arrive as they stand in the URL", async (trial) => {
    const targets = [
      "/",
      "/a/b/shop?key=1&key=%26",
      "/%2F%C3%A9/shop",
      "/hook/?a=b?c",
      "/a//b/./c",
    ];
    const written = targets.map((target) => {
      const { pathname, search } = new URL(target, "http://x");
      return pathname + search;
    });
    for (const target of targets) await trial.post({ target });
    const arrived = trial.endpoint.arrivals.map(({ target }) => target);
    want("nothing decoded, nothing cut", arrived, written);
  });

  check("an answer is handed over whatever its status", async (trial) => {
    for (const status of [200, 201, 202, 400, 401, 404, 410, 429, 500, 503, 599]) {
      trial.endpoint.react = () => ({ kind: "answer", status, body: `says ${status}` });
      want("status and body", resultText(await trial.post()), `${status} says ${status}`);
    }
  });

  check("a redirect is an answer: nobody goes there", async (trial) => {
    const location = `${trial.endpoint.url}/elsewhere`;
    for (const status of [301, 302, 303, 307, 308]) {
      trial.endpoint.react = () => ({ kind: "answer", status, body: "", location });
      want("handed over", resultText(await trial.post()), `${status} `);
    }
    const targets = new Set(trial.endpoint.arrivals.map(({ target }) => target));
    want("one request each, all of them to the URL itself", [...targets], ["/hook/shop"]);
  });

  check("the body of an answer is bytes, none of them changed", async (trial) => {
    const body = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    trial.endpoint.react = () => ({ kind: "answer", status: 200, body });
    const result = await trial.post();
    want("a response", result.kind, "response");
    if (result.kind === "response") want("every byte", [...result.body], [...body]);
  });

  for (const [bytes, truncated] of [
    [0, false],
    [capBytes - 1, false],
    [capBytes, false],
    [capBytes + 1, true],
    [4 * 1024 * 1024, true],
  ] as const) {
    check(
      `an answer is kept up to 64 KiB, and says whether it was longer: ${bytes}`,
      async (trial) => {
        trial.endpoint.react = () => ({
          kind: "answer",
          status: 200,
          body: Buffer.alloc(bytes, "x"),
        });
        const result = await trial.post();
        want("a response", result.kind, "response");
        if (result.kind !== "response") return;
        want("what is kept", result.body.length, Math.min(bytes, capBytes));
        want("truncated", result.truncated, truncated);
      },
    );
  }

  check("what follows an answer that was cut is not taken for the next one", async (trial) => {
    const sizes = [200_000, 3, 200_000, 3];
    trial.endpoint.react = (_, index) => ({
      kind: "answer",
      status: 200 + index,
      body: Buffer.alloc(sizes[index] ?? 0, "x"),
    });
    const results = [];
    for (let n = 0; n < sizes.length; n += 1) results.push(await trial.post());
    const statuses = results.map((result) => result.kind === "response" && result.status);
    want("each gets its own", statuses, [200, 201, 202, 203]);
  });

  check("posts under way at the same time are independent", async (trial) => {
    trial.endpoint.react = ({ body }) => {
      const { n } = JSON.parse(body) as { n: number };
      if (n % 5 === 0) return { kind: "silence" };
      if (n % 5 === 1) return { kind: "hang-up" };
      return { kind: "answer", status: 200, body };
    };
    const controller = new AbortController();
    const { signal } = controller;
    const bodies = Array.from({ length: 25 }, (_, n) => JSON.stringify({ n }));
    const posts = bodies.map((body) => trial.post({ body, signal }));
    // A transport that rejects fails the check, not the process.
    const ended = Promise.allSettled(posts);
    const answered = await Promise.all(posts.filter((_, n) => n % 5 > 1));
    controller.abort();
    await ended;
    want(
      "each gets the answer to its own body, whatever becomes of the others",
      answered.map(resultText),
      bodies.filter((_, n) => n % 5 > 1).map((body) => `200 ${body}`),
    );
  });
}
