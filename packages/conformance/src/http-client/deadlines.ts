import { eventually } from "../time/time-limits.ts";
import { want } from "../want.ts";
import { answerOk } from "./http-app.ts";
import { bytesOf, type HttpClientCheck, type HttpClientTrial } from "./http-client-trial.ts";

/** One signal bounds everything. Each check aborts it once the app has seen what it waits for. */
export function deadlineRules(check: HttpClientCheck): void {
  check("the signal ends a request that is not answered", async (trial) => {
    const controller = new AbortController();
    trial.app.answer = () => controller.abort();
    want("ended", await trial.say("/", { signal: controller.signal }), "http-timeout");
    await allClosed(trial);
    await answersAgain(trial);
  });

  check("the signal ends headers that come slowly", async (trial) => {
    const controller = new AbortController();
    trial.app.answer = ({ socket }) => {
      socket.write("HTTP/1.1 200 OK\r\n");
      const timer = setInterval(() => socket.write("x: y\r\n"), 1);
      socket.on("close", () => clearInterval(timer));
      setTimeout(() => controller.abort(), 20);
    };
    want("ended", await trial.say("/", { signal: controller.signal }), "http-timeout");
    await allClosed(trial);
  });

  check("the signal ends a body that comes slowly", async (trial) => {
    const controller = new AbortController();
    trial.app.answer = (_request, response) => {
      const timer = setInterval(() => response.write("x"), 1);
      response.on("close", () => clearInterval(timer));
      setTimeout(() => controller.abort(), 20);
    };
    want("ended", await trial.say("/", { signal: controller.signal }), "http-timeout");
    await allClosed(trial);
  });

  check("the signal ends a body that nobody reads", async (trial) => {
    const controller = new AbortController();
    trial.app.answer = (_request, response) => response.write("x".repeat(1_000));
    const { body } = await trial.send("/", { signal: controller.signal });
    controller.abort();
    await allClosed(trial);
    await body.cancel();
    await answersAgain(trial);
  });

  check("the signal ends a stream that does not go on, and cancels it", async (trial) => {
    const controller = new AbortController();
    trial.app.answer = (request) => request.once("data", () => controller.abort());
    let cancelled = false;
    const body = new ReadableStream<Uint8Array>({
      start: (stream) => stream.enqueue(Buffer.from("a")),
      cancel: () => void (cancelled = true),
    });
    const { signal } = controller;
    want("ended", await trial.say("/", { method: "POST", body, signal }), "http-timeout");
    await eventually("the source is told", async () => cancelled);
  });

  check("the signal ends a name that is not answered", async (trial) => {
    const controller = new AbortController();
    const url = "http://silent.test:80";
    const asking = trial.say(url, { signal: controller.signal, allowOrigins: [url] });
    setImmediate(() => controller.abort());
    want("ended", await asking, "http-timeout");
  });

  check("a signal that aborted before lets nothing out, and cancels the stream", async (trial) => {
    let cancelled = false;
    const body = new ReadableStream<Uint8Array>({ cancel: () => void (cancelled = true) });
    const parts = { method: "POST", body, signal: AbortSignal.abort() };
    want("ended", await trial.say("/", parts), "http-timeout");
    await answersAgain(trial);
    want("nothing but the next one arrived", trial.app.requests.length, 1);
    await eventually("the source is told", async () => cancelled);
  });

  check("an answer that has come is not undone by the signal", async (trial) => {
    const controller = new AbortController();
    const answer = await trial.send("/", { signal: controller.signal });
    await eventually("it has come", async () => trial.app.requests[0]?.complete);
    await new Promise((resolve) => setTimeout(resolve, 20));
    controller.abort();
    want("whole", (await bytesOf(answer)).toString(), "ok");
  });
}

async function allClosed({ app }: HttpClientTrial): Promise<void> {
  const areClosed = async () => app.sockets.every(({ destroyed }) => destroyed);
  await eventually("the connection is closed", areClosed);
}

async function answersAgain(trial: HttpClientTrial): Promise<void> {
  trial.app.answer = answerOk;
  want("the next one is answered", await trial.say("/"), "200 ok");
}
