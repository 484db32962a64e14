import { describe, expect, it } from "vitest";
import { okResponse, rawServer, respondOk } from "./support/raw-server.ts";
import { failed, openTransport, textOf } from "./support/transport.ts";

describe("the permit", () => {
  it.each(["content-length", "chunked"] as const)(
    "refused means that no byte is sent (%s)",
    async (transfer) => {
      const server = await rawServer(respondOk);
      const transport = await openTransport();
      expect(await transport.post(server.url, { transfer, permit: () => false })).toEqual(
        failed("not-sent"),
      );
      expect(textOf(await transport.post(server.url))).toContain("200");
      expect(server.requests).toHaveLength(1);
      expect(server.receivedBytes).toBe(server.requests[0]?.length);
    },
  );

  it("refused on a kept connection means that no byte is sent", async () => {
    const server = await rawServer(respondOk);
    const transport = await openTransport();
    await transport.post(server.url);
    const before = server.receivedBytes;
    expect(await transport.post(server.url, { permit: () => false })).toEqual(failed("not-sent"));
    await transport.post(server.url);
    expect(server.receivedBytes).toBe(2 * before);
  });

  it("is asked once, when the connection stands, in the turn that writes", async () => {
    const order: string[] = [];
    const server = await rawServer((socket) => {
      order.push("written");
      socket.write(okResponse);
    });
    const transport = await openTransport({
      lookup: async () => {
        order.push("name");
        return ["127.0.0.1"];
      },
    });
    const permit = (): boolean => {
      order.push("permit");
      queueMicrotask(() => setImmediate(() => order.push("later turn")));
      return true;
    };
    await transport.post(`http://shop.test:${server.port}`, { permit });
    expect(order.filter((entry) => entry !== "later turn")).toEqual(["name", "permit", "written"]);
  });

  it("is not asked for a forbidden target", async () => {
    const transport = await openTransport({ allowInsecureLoopback: false });
    const permit = (): boolean => {
      throw new Error("asked");
    };
    expect(await transport.post("https://10.0.0.1/", { permit })).toEqual(
      failed("forbidden-target"),
    );
  });

  it("that throws counts as refused", async () => {
    const server = await rawServer(respondOk);
    const transport = await openTransport();
    const permit = (): boolean => {
      throw new Error("broken");
    };
    expect((await transport.post(server.url, { permit })).kind).toBe("failure");
    expect(server.receivedBytes).toBe(0);
  });
});
