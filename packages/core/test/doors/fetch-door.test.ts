import { describe, expect, it } from "vitest";
import { fetchDoor } from "../../src/doors/fetch-door.ts";
import type { DoorRequest } from "../../src/ports/door.ts";

const everyByte = Uint8Array.from({ length: 256 }, (_, byte) => byte);
const request = (given: Partial<DoorRequest>): DoorRequest => ({
  method: "POST",
  path: "/hook",
  query: "?a=1",
  url: "https://chat.example/agents/desk/hook?a=1",
  headers: { "content-type": "application/x-www-form-urlencoded", "x-list": ["1", "2"] },
  body: everyByte,
  clientAddress: null,
  ...given,
});
const never = new AbortController().signal;

describe("a handler of WHATWG requests as a door", () => {
  it("gets method, public URL, headers and exact bytes", async () => {
    const seen: unknown[] = [];
    const door = fetchDoor(async (asked, given) => {
      seen.push(asked.method, asked.url, asked.headers.get("x-list"), given.path);
      seen.push(new Uint8Array(await asked.arrayBuffer()));
      return new Response(null, { status: 204 });
    });
    expect(await door.handle(request({}), never)).toMatchObject({ status: 204 });
    const url = "https://chat.example/agents/desk/hook?a=1";
    expect(seen).toEqual(["POST", url, "1, 2", "/hook", everyByte]);
  });

  it("reads a form, and chooses status, headers and bytes", async () => {
    const door = fetchDoor(async (asked) => {
      const form = await asked.formData();
      const headers = new Headers([
        ["set-cookie", "a=1"],
        ["set-cookie", "b=2"],
        ["x-own", "yes"],
      ]);
      return new Response(`hello ${String(form.get("name"))}`, { status: 201, headers });
    });
    const body = new TextEncoder().encode("name=J%C3%B6rg");
    const answer = await door.handle(request({ body }), never);
    expect(answer).toMatchObject({
      status: 201,
      headers: {
        "set-cookie": ["a=1", "b=2"],
        "x-own": "yes",
        "content-type": "text/plain;charset=UTF-8",
      },
    });
    expect(new TextDecoder().decode(answer.body as Uint8Array)).toBe("hello Jörg");
  });

  it("has a local URL where the host gives none, and no body with GET", async () => {
    const door = fetchDoor(
      async (asked) => new Response(`${asked.url} ${(await asked.text()).length}`),
    );
    const answer = await door.handle(request({ method: "GET", url: null }), never);
    expect(new TextDecoder().decode(answer.body as Uint8Array)).toBe("http://localhost/hook?a=1 0");
  });

  it("is aborted with the call", async () => {
    const giveUp = new AbortController();
    const door = fetchDoor(
      ({ signal }) =>
        new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
    );
    const answer = door.handle(request({}), giveUp.signal);
    giveUp.abort(new Error("late"));
    await expect(answer).rejects.toThrow("late");
  });

  it("answers methods that a Request may not have with 405", async () => {
    const door = fetchDoor(() => new Response());
    for (const method of ["TRACE", "track"])
      expect(await door.handle(request({ method }), never)).toEqual({ status: 405 });
  });
});

it.each([
  [true, "too long"],
  [false, "aborted"],
])(
  "an answer that is too long, or never ends, is given up and cancelled: %s",
  async (isLong, why) => {
    let cancelled = 0;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        if (!isLong) return new Promise(() => {});
        controller.enqueue(new Uint8Array(1_048_576));
        return undefined;
      },
      cancel: () => void (cancelled += 1),
    });
    const controller = new AbortController();
    const answer = fetchDoor(() => new Response(body)).handle(request({}), controller.signal);
    if (!isLong) setImmediate(() => controller.abort());
    await expect(answer).rejects.toThrow(why);
    expect(cancelled).toBe(1);
  },
);
