import { request } from "node:http";
import { describe, expect, it } from "vitest";
import { email, password } from "../support/console-host.ts";
import { useConsole } from "../support/use-console.ts";

const start = useConsole();

/** Signs in from a page of `origin`, whose host name points at the console. Returns the status. */
async function signInFrom(url: string, origin: string): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  const path = `${url}/console/api/auth/sign-in/email`;
  const headers = { origin, host: URL.parse(origin)?.host ?? "chat.example" };
  const asked = request(path, { method: "POST", headers }, (response) => {
    response.resume();
    resolve(response.statusCode);
  });
  asked.on("error", reject).end(JSON.stringify({ email, password }));
  return promise;
}

describe("a page that signs in", () => {
  it("is the console's own on this machine, whichever of the machine's names it was opened by", async () => {
    const { host } = await start();
    const { port } = new URL(host.url);
    for (const [origin, status] of [
      [host.url, 200],
      [`http://localhost:${port}`, 200],
      [`http://[::1]:${port}`, 200],
      [`http://localhost:${Number(port) - 1}`, 403],
      [`https://localhost:${port}`, 403],
      // DNS rebinding: a foreign name that points at this machine.
      [`http://evil.example:${port}`, 403],
      [`http://localhost.evil.example:${port}`, 403],
      [`http://127.0.0.1.evil.example:${port}`, 403],
      ["null", 403],
    ] as const) {
      expect([origin, await signInFrom(host.url, origin)]).toEqual([origin, status]);
    }
  });

  it("is of the address under which agents reach the console, and of no other name of the host", async () => {
    const { host } = await start({ baseUrl: "https://chat.example/anywhere" });
    for (const [origin, status] of [
      ["https://chat.example", 200],
      ["http://chat.example", 403],
      ["https://chat.example:8443", 403],
      ["https://evil.example", 403],
      [host.url, 403],
    ] as const) {
      expect([origin, await signInFrom(host.url, origin)]).toEqual([origin, status]);
    }
  });
});
