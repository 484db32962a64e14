import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { eventually } from "../../quickstart/test/support/eventually.ts";
import { freePorts } from "../../quickstart/test/support/free-port.ts";
import { forwarder } from "../src/forwarder/forwarder.ts";
import { Members } from "../src/forwarder/members.ts";

/** A gateway that is ready or not, and records its requests. */
class FakeGateway {
  ready = true;
  /** Whether it does not answer readiness checks. */
  silent = false;
  readonly asked: { readonly request: IncomingMessage; readonly body: string }[] = [];
  answer: RequestListener = (_request, response) => void response.end("answered");
  readonly server: Server = createServer(async (request, response) => {
    if (request.url === "/readyz") {
      if (this.silent) return;
      response.writeHead(this.ready ? 200 : 503).end();
      return;
    }
    this.asked.push({ request, body: await text(request) });
    this.answer(request, response);
  });

  get url(): string {
    return urlOf(this.server);
  }
}

function urlOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

let gateways: readonly [FakeGateway, FakeGateway];
let members: Members;
let server: Server;
let url: string;

beforeEach(async () => {
  gateways = [new FakeGateway(), new FakeGateway()];
  members = new Members({ turned: () => undefined });
  server = forwarder(members);
  for (const one of [server, ...gateways.map((gateway) => gateway.server)]) {
    await once(one.listen(0, "127.0.0.1"), "listening");
  }
  url = urlOf(server);
});

afterEach(async () => {
  members.become([]);
  for (const one of [server, ...gateways.map((gateway) => gateway.server)]) {
    one.closeAllConnections();
    if (one.listening) await once(one.close(), "close");
  }
});

/** Sets the members, and waits until the ready ones get requests. */
async function forwardTo(...urls: readonly string[]): Promise<void> {
  members.become(urls.map((url, index) => ({ name: `node-${index + 1}`, url })));
  await eventually(() => members.states.some(({ ready }) => ready));
}

async function readyNames(names: readonly string[]): Promise<void> {
  await eventually(() => {
    const ready = members.states.filter((state) => state.ready).map(({ name }) => name);
    return ready.join() === names.join();
  });
}

async function post(body: string): Promise<{ readonly status: number; readonly text: string }> {
  const response = await fetch(`${url}/chat/random/shop`, { method: "POST", body });
  return { status: response.status, text: await response.text() };
}

describe("the forwarder", () => {
  it("asks who is ready, and nobody else gets a request", async () => {
    const [first, second] = gateways;
    await forwardTo(first.url, second.url);
    await readyNames(["node-1", "node-2"]);
    for (let count = 0; count < 4; count += 1) expect((await post("hello")).status).toBe(200);
    expect([first.asked.length, second.asked.length]).toEqual([2, 2]);
    second.ready = false;
    await readyNames(["node-1"]);
    for (let count = 0; count < 4; count += 1) await post("hello");
    expect([first.asked.length, second.asked.length]).toEqual([6, 2]);
    second.ready = true;
    await readyNames(["node-1", "node-2"]);
  });

  it("refuses when nobody is ready", async () => {
    const { status, text } = await post("hello");
    expect([status, text]).toEqual([503, expect.stringContaining("No gateway is ready")]);
  });

  it("asks one that is slow to say whether it is ready, when nobody else is", async () => {
    const [first, second] = gateways;
    await forwardTo(first.url, second.url);
    await readyNames(["node-1", "node-2"]);
    first.silent = true;
    second.ready = false;
    await readyNames([]);
    expect((await post("hello")).status).toBe(200);
    expect([first.asked.length, second.asked.length]).toEqual([1, 0]);
  });

  it("gives a request, with its whole body, to another one when not a byte was sent", async () => {
    const [first, second] = gateways;
    await forwardTo(first.url, second.url);
    await readyNames(["node-1", "node-2"]);
    first.server.closeAllConnections();
    await once(first.server.close(), "close");
    const body = "x".repeat(200_000);
    const answers = await Promise.all([post(body), post(body), post(body), post(body)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(second.asked.map((asked) => asked.body.length)).toEqual(Array(4).fill(200_000));
  });

  it("does not repeat what a gateway may have seen", async () => {
    const [first, second] = gateways;
    first.answer = (request) => void request.socket.destroy();
    await forwardTo(first.url);
    await forwardTo(first.url, second.url);
    await readyNames(["node-1", "node-2"]);
    const answers = [await post("hello"), await post("hello")];
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 503]);
    const told = answers.find(({ status }) => status === 503)?.text ?? "";
    expect(told).toContain("50302");
    expect(told).toContain("may have been stored");
    expect([first.asked.length, second.asked.length]).toEqual([1, 1]);
  });

  it("passes events on as they come, and tells the gateway when nobody listens any more", async () => {
    const [gateway] = gateways;
    let push = (_event: string): void => undefined;
    const closed = Promise.withResolvers<void>();
    gateway.answer = (_request, response) => {
      response.writeHead(200, { "Content-Type": "text/event-stream" }).flushHeaders();
      response.once("close", closed.resolve);
      push = (event) => void response.write(event);
    };
    await forwardTo(gateway.url);
    const leaving = new AbortController();
    const response = await fetch(`${url}/console/api/events`, { signal: leaving.signal });
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    const reader = response.body?.getReader();
    for (const event of ["data: one\n\n", "data: two\n\n"]) {
      push(event);
      const { value } = (await reader?.read()) ?? {};
      expect(new TextDecoder().decode(value)).toBe(event);
    }
    leaving.abort();
    await closed.promise;
  });

  it("lets go of a request when who asked has gone before the answer", async () => {
    const [gateway] = gateways;
    const closed = Promise.withResolvers<void>();
    gateway.answer = (_request, response) => void response.once("close", closed.resolve);
    await forwardTo(gateway.url);
    const leaving = new AbortController();
    const asking = fetch(url, { signal: leaving.signal }).catch(() => "gone");
    await eventually(() => gateway.asked.length === 1);
    leaving.abort();
    expect(await asking).toBe("gone");
    await closed.promise;
    // Before the forwarder's own time limit for a gateway.
  }, 8_000);

  it("tells the gateway who asks, whatever the request claims", async () => {
    const [gateway] = gateways;
    await forwardTo(gateway.url);
    await fetch(url, {
      headers: { "X-Forwarded-For": "203.0.113.7", Forwarded: "for=203.0.113.7" },
    });
    const { headers } = gateway.asked[0]?.request ?? {};
    expect(headers?.["x-forwarded-for"]).toBe("127.0.0.1");
    expect(headers?.forwarded).toBeUndefined();
    expect(headers?.host).toBe(new URL(url).host);
  });

  it.each(["GET", "DELETE", "POST"])(
    "lets no %s hide a second request in its body",
    async (method) => {
      const [gateway] = gateways;
      await forwardTo(gateway.url);
      const hidden = "GET /hidden HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 203.0.113.7\r\n\r\n";
      const head = `${method} /seen HTTP/1.1\r\nHost: x\r\nContent-Length: ${hidden.length}`;
      const client = connect(Number(new URL(url).port), "127.0.0.1");
      client.write(`${head}\r\nConnection: close, content-length, host\r\n\r\n${hidden}`);
      expect(await text(client)).toContain("answered");
      const { request, body } = gateway.asked[0] ?? {};
      expect([request?.url, request?.headers.host, body]).toEqual(["/seen", "x", hidden]);
    },
  );

  it("gives back the answer's status and headers, each cookie by itself", async () => {
    const [gateway] = gateways;
    gateway.answer = (_request, response) => {
      response.statusCode = 201;
      response.setHeader("Set-Cookie", ["a=1", "b=2"]);
      response.end();
    };
    await forwardTo(gateway.url);
    const response = await fetch(url);
    expect([response.status, response.headers.getSetCookie()]).toEqual([201, ["a=1", "b=2"]]);
  });

  it("takes one out that stands at an address where nobody listens, and stays with the other", async () => {
    const [port = 0] = await freePorts(1);
    await forwardTo(`http://127.0.0.1:${port}`, gateways[1].url);
    await readyNames(["node-2"]);
    expect((await post("hello")).status).toBe(200);
  });
});
