import { eventually } from "../time/time-limits.ts";
import { want } from "../want.ts";
import { answerOk, pathOf } from "./http-app.ts";
import { bytesOf, codeOf, type HttpClientCheck } from "./http-client-trial.ts";

/** Connections are reused, bounded and closed. */
export function connectionRules(check: HttpClientCheck): void {
  check("requests one after the other share a connection", async (trial) => {
    for (const body of ["a", "b", "c"])
      want("answered", await trial.say("/", { method: "POST", body }), "200 ok");
    want("connections", trial.app.sockets.length, 1);
  });

  check("a short answer that nobody reads gives its connection back", async (trial) => {
    await trial.send("/");
    await eventually("given back", async () => {
      const before = trial.app.sockets.length;
      await trial.say("/");
      return trial.app.sockets.length === before;
    });
  });

  check("a body that is cancelled closes its connection, and no other one", async (trial) => {
    trial.app.answer = (request, response) =>
      pathOf(request) === "/long" ? void response.write("x") : answerOk(request, response);
    want("answered", await trial.say("/"), "200 ok");
    const { body } = await trial.send("/long");
    await body.cancel();
    await eventually("closed", async () => trial.app.sockets[0]?.destroyed);
    want("answered", await trial.say("/"), "200 ok");
  });

  check("what follows an answer that was cut is not taken for the next one", async (trial) => {
    trial.app.answer = (_request, response, index) =>
      response.end(index % 2 === 0 ? "x".repeat(200_000) : "ok");
    for (let round = 0; round < 3; round += 1) {
      want("cut", await trial.say("/", { limitBytes: 10 }), "http-answer-too-long");
      want("the next", await trial.say("/", { limitBytes: 10 }), "200 ok");
    }
  });

  check("a connection that the app closed meanwhile is not used", async (trial) => {
    for (let round = 0; round < 3; round += 1) {
      want("answered", await trial.say("/", { method: "POST", body: "a" }), "200 ok");
      trial.app.sockets.at(-1)?.destroy();
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    want("each was sent once", trial.app.requests.length, 3);
  });

  check("requests under way at the same time are independent", async (trial) => {
    const controller = new AbortController();
    const { signal } = controller;
    trial.app.answer = (request, response) => {
      const number = Number(pathOf(request).slice(1));
      if (number % 5 === 0) return;
      if (number % 5 === 1) request.socket.destroy();
      else response.end(String(number));
    };
    const numbers = Array.from({ length: 25 }, (_, number) => number);
    const sent = numbers.map((number) => trial.say(`/${number}`, { signal }));
    const ended = Promise.allSettled(sent);
    const answered = numbers.filter((number) => number % 5 > 1);
    for (const number of answered) want("its own", await sent[number], `200 ${number}`);
    controller.abort();
    await ended;
    want("a silent one", await sent[0], "http-timeout");
    want("a broken one", await sent[1], "http-answer-broken");
  });

  check(
    "a name is resolved once a connection: nobody can change its addresses after the check",
    async (trial) => {
      const url = `http://counted.test:${trial.app.port}`;
      const { length } = trial.lookups;
      want("answered", await trial.say(url, { allowOrigins: [url] }), "200 ok");
      want("asked once", trial.lookups.length - length, 1);
    },
  );

  check("closing ends what is under way, and lets nothing begin", async (trial) => {
    trial.app.answer = (request, response) =>
      pathOf(request) === "/body" ? void response.write("x") : undefined;
    const answer = await trial.send("/body");
    const waiting = trial.say("/silent");
    await eventually("both arrived", async () => trial.app.requests.length === 2);
    await trial.close();
    want("a silent one", await waiting, "http-answer-broken");
    want("a body", await bytesOf(answer).catch(codeOf), "http-answer-broken");
    want("a later one", await trial.say("/"), "http-unreachable");
    await eventually("closed", async () => trial.app.sockets.every(({ destroyed }) => destroyed));
    want("it did not arrive", trial.app.requests.length, 2);
  });
}
