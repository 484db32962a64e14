import { describe, expect, it } from "vitest";
import { doors, type Serve, fakeInbox, secret, type WireAnswer } from "./support/served.ts";

const strangers = [
  ["a wrong channel secret", "/chat/wrong/shop"],
  ["an unknown channel", `/chat/${secret}/nobody`],
  ["both", "/chat/wrong/nobody"],
  ["a channel id with a forbidden character", `/chat/${secret}/sh.op`],
  ["a channel id of 65 characters", `/chat/${secret}/${"x".repeat(65)}`],
  ["a channel id with an encoded slash", `/chat/${secret}/sh%2Fop`],
  ["a channel id with an encoded NUL", `/chat/${secret}/shop%00`],
  ["a channel id in the wrong case", `/chat/${secret}/SHOP`],
  ["a channel secret cut short", `/chat/${secret.slice(0, -1)}/shop`],
  ["a channel secret with a trailing space", `/chat/${secret}%20/shop`],
  ["broken percent-encoding in the channel id", `/chat/${secret}/%`],
  ["broken percent-encoding in the channel secret", "/chat/%E0%A4%A/shop"],
  ["bytes that are not UTF-8", `/chat/${secret}/%FF`],
  ["__proto__", "/chat/__proto__/__proto__"],
] as const;

const elsewhere = [
  "/chat",
  "/chat/",
  `/chat/${secret}`,
  `/chat/${secret}/`,
  `/chat//shop`,
  `/chat/${secret}//shop`,
  `/chat/${secret}/shop//`,
  `/chat/${secret}/shop/status//`,
  `/chat/${secret}/shop//status`,
  `/chat/${secret}/shop/x`,
];

async function everyAnswer(serve: Serve): Promise<Map<string, WireAnswer>> {
  const server = await serve(fakeInbox().inbox);
  const answers = new Map<string, WireAnswer>();
  for (const [name, path] of strangers) {
    for (const end of ["", "/"]) {
      const [status, message] = [`${path}/status${end}`, path + end];
      answers.set(`GET ${status}: ${name}`, await server.send("GET", status));
      answers.set(
        `POST ${message}: ${name}`,
        await server.send("POST", message, '{"sender":{"id":"1"}}'),
      );
    }
    answers.set(`POST of too much: ${name}`, await server.send("POST", path, "x".repeat(70_000)));
    answers.set(
      `POST encoded: ${name}`,
      await server.send("POST", path, "x", ["Content-Encoding: gzip"]),
    );
  }
  for (const path of elsewhere) {
    answers.set(`GET ${path}`, await server.send("GET", path));
    answers.set(`PUT ${path}`, await server.send("PUT", path));
  }
  return answers;
}

describe.each(doors)("%s: whatever is unknown", (_door, serve) => {
  it("is answered alike: status, headers and body (ruling 1)", async () => {
    const answers = await everyAnswer(serve);
    const [first] = answers.values();
    expect(first).toMatchObject({
      status: 404,
      headers: { "content-type": "application/json", "cache-control": "no-store" },
    });
    expect(JSON.parse(first?.body ?? "")).toEqual({
      error: { code: 40401, message: expect.any(String) },
    });
    for (const [name, answer] of answers) {
      expect({ name, ...answer }).toEqual({ name, ...first });
    }
  });

  it("tells nothing of what was asked for", async () => {
    const server = await serve(fakeInbox().inbox);
    const { body } = await server.send("GET", "/chat/canary-random/canary-channel/status");
    expect(body).not.toContain("canary");
  });

  it("reaches the inbox with both names decoded, once", async () => {
    const { inbox, entered } = fakeInbox();
    const server = await serve(inbox);
    await server.send("POST", "/chat/a%2Fb/c%20d", "x");
    expect(entered).toEqual([["c d", "a/b"]]);
  });
});

describe.each(doors)("%s: one slash at the end", (_door, serve) => {
  it("is accepted behind the channel's id and behind status (ruling 1)", async () => {
    const { inbox, bodies, entered } = fakeInbox();
    const server = await serve(inbox);
    const path = `/chat/${secret}/shop`;
    expect((await server.send("POST", `${path}/`, "slash")).body).toBe('{"result":"ok"}');
    expect((await server.send("POST", `${path}/?query`, "query")).status).toBe(200);
    expect((await server.send("GET", `${path}/status/`)).body).toBe("1");
    expect(bodies).toEqual(["slash", "query"]);
    expect(new Set(entered.map(String))).toEqual(new Set([`shop,${secret}`]));
  });
});

describe.each(doors)("%s: a method that is not allowed", (_door, serve) => {
  it.each([
    ["GET", `/chat/${secret}/shop`, "POST"],
    ["PUT", `/chat/${secret}/shop`, "POST"],
    ["DELETE", "/chat/wrong/nobody", "POST"],
    ["OPTIONS", "/chat/%/%", "POST"],
    ["POST", `/chat/${secret}/shop/status`, "GET, HEAD"],
    ["GET", `/chat/${secret}/shop/`, "POST"],
    ["PUT", "/chat/wrong/nobody/", "POST"],
    ["POST", "/chat/wrong/nobody/status/", "GET, HEAD"],
    // A channel may be called so.
    ["GET", "/chat/wrong/status/", "POST"],
    ["PATCH", "/chat/wrong/nobody/status", "GET, HEAD"],
  ])(
    "%s %s is answered 405 by the shape of the path alone, with Allow",
    async (method, path, allow) => {
      const { inbox, entered } = fakeInbox();
      const server = await serve(inbox);
      const answer = await server.send(method, path);
      expect(answer).toMatchObject({ status: 405, headers: { allow } });
      expect(JSON.parse(answer.body)).toMatchObject({ error: { code: 40501 } });
      expect(entered).toEqual([]);
    },
  );
});
