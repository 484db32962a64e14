import { describe, expect, it } from "vitest";
import { type Misdeed, openBlockingServer } from "../support/blocking-server.ts";
import { openTransport, textOf } from "../support/transport.ts";

describe("a kept connection is read before it is written to, also when this process stood still while", () => {
  it.each([
    ["the server closed it", "close"],
    ["the server reset it", "reset"],
    ["an answer came that nobody asked for", "speak"],
  ] as [string, Misdeed][])("%s: the attempt goes over another one", async (_title, misdeed) => {
    const server = await openBlockingServer();
    const transport = await openTransport();
    for (let round = 0; round < 3; round += 1) {
      expect(textOf(await transport.post(server.url))).toBe("200 asked");
      await server.standStillUntil(misdeed);
    }
    expect(textOf(await transport.post(server.url))).toBe("200 asked");
  });

  it("an unasked answer came over one of two: neither attempt takes it", async () => {
    const server = await openBlockingServer();
    const transport = await openTransport();
    for (let round = 0; round < 3; round += 1) {
      const together = [0, 1].map(async () => {
        expect(textOf(await transport.post(server.url))).toBe("200 asked");
        return transport.post(server.url);
      });
      expect((await Promise.all(together)).map(textOf)).toEqual(["200 asked", "200 asked"]);
      await server.standStillUntil("speak");
    }
  });
});
