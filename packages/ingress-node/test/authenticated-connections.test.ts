import { describe, expect, it } from "vitest";
import { fakeInbox, secret } from "./support/fake-inbox.ts";
import { messagePath, serve, statusPath } from "./support/served.ts";

/** Statuses of the answers to what one connection asks, in turn, and how often the inbox was entered. */
async function ask(
  paths: readonly string[],
  overrides: Parameters<typeof fakeInbox>[0] = {},
): Promise<{ readonly statuses: readonly number[]; readonly entered: number }> {
  const { inbox, entered } = fakeInbox({ renew: (pass) => pass, ...overrides });
  const server = await serve(inbox);
  const text = paths.map((path) => `${head(path)}Content-Length: 2\r\n\r\n{}`).join("");
  const answers = await server.raw(text, paths.length);
  return { statuses: answers.map(({ status }) => status), entered: entered.length };
}

function head(path: string): string {
  return `${path.endsWith("status") ? "GET" : "POST"} ${path} HTTP/1.1\r\nHost: x\r\n`;
}

const wrongSecret = `/chat/${secret.replaceAll("r", "R")}/shop`;

describe("who asks over one connection", () => {
  it("enters once for the same path", async () => {
    const asked = await ask([messagePath, messagePath, messagePath]);
    expect(asked).toEqual({ statuses: [200, 200, 200], entered: 1 });
  });

  it("enters each time where the inbox does not renew the pass", async () => {
    const asked = await ask([messagePath, messagePath], { renew: () => null });
    expect(asked).toEqual({ statuses: [200, 200], entered: 2 });
  });

  it("is told 404 once the inbox neither renews the pass nor lets in again", async () => {
    let times = 0;
    const { inbox } = fakeInbox();
    const asked = await ask([messagePath, messagePath], {
      renew: () => null,
      authenticate: async (...names) => (times++ === 0 ? inbox.authenticate(...names) : null),
    });
    expect(asked.statuses).toEqual([200, 404]);
  });

  it.each([
    ["a channel secret of the same length", wrongSecret, 404],
    ["a longer path", `${messagePath}x`, 404],
    ["the other endpoint", statusPath, 200],
    ["a query", `${messagePath}?t=1`, 200],
  ])("enters anew for %s", async (_what, other, status) => {
    const asked = await ask([messagePath, other]);
    expect(asked).toEqual({ statuses: [200, status], entered: 2 });
  });

  it("is known still behind a stranger on the same connection, as by a proxy", async () => {
    const asked = await ask([messagePath, wrongSecret, messagePath]);
    expect(asked).toEqual({ statuses: [200, 404, 200], entered: 2 });
  });

  it("enters each time by a path that is too long to be kept", async () => {
    const long = `${messagePath}?${"x".repeat(600)}`;
    expect(await ask([long, long])).toEqual({ statuses: [200, 200], entered: 2 });
  });

  it("is answered by the method all the same", async () => {
    const { inbox } = fakeInbox({ renew: (pass) => pass });
    const server = await serve(inbox);
    const put = `PUT ${messagePath} HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n`;
    const post = `${head(messagePath)}Content-Length: 2\r\n\r\n{}`;
    const answers = await server.raw(post + put, 2);
    expect(answers.map(({ status }) => status)).toEqual([200, 405]);
  });
});

it("nobody is known over another connection", async () => {
  const { inbox, entered } = fakeInbox({ renew: (pass) => pass });
  const server = await serve(inbox);
  for (let time = 0; time < 2; time += 1) await server.send("POST", messagePath, "{}");
  expect(entered).toHaveLength(2);
});
