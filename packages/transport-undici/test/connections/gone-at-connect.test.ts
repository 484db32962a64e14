import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Socket } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { openPractice, troubles } from "../support/doctor.ts";
import { rawServer, respondOk, testCertificate } from "../support/raw-server.ts";
import { failed, openTransport } from "../support/transport.ts";

const ca = testCertificate.cert;
const lookup = async (): Promise<string[]> => ["127.0.0.1"];

/** The sockets that are dialled during the test; none knows who is at its other end, as once that end has reset it. */
function withoutAddress(): readonly Socket[] {
  const dialled: Socket[] = [];
  const note = (message: unknown): void => {
    const { socket } = message as { readonly socket: Socket };
    Object.defineProperty(socket, "remoteAddress", { get: () => undefined });
    dialled.push(socket);
  };
  subscribe("net.client.socket", note);
  onTestFinished(() => void unsubscribe("net.client.socket", note));
  return dialled;
}

describe("a receiver that is gone as soon as it was connected to", () => {
  it.each([
    ["in plain text", false],
    ["over TLS", true],
  ])("is unreachable, and no byte is written (%s)", async (_how, tls) => {
    const server = await rawServer(respondOk, { tls });
    const transport = await openTransport({ ca, lookup });
    const dialled = withoutAddress();
    const url = tls ? `https://shop.test:${server.port}` : server.url;
    expect(await transport.post(url)).toEqual(failed("unreachable"));
    expect(dialled.map(({ destroyed, bytesWritten }) => [destroyed, bytesWritten])).toEqual([
      [true, 0],
    ]);
    expect(server.receivedBytes).toBe(0);
  });

  it("is told by the doctor as a connection that does not come about, not as a forbidden address", async () => {
    const server = await rawServer(respondOk, { tls: true });
    const practice = await openPractice({ ca, lookup });
    const dialled = withoutAddress();
    const found = await practice.examine(`https://shop.test:${server.port}`);
    expect(troubles(found)).toEqual(["receiver-connection fault"]);
    expect(dialled.map(({ destroyed, bytesWritten }) => [destroyed, bytesWritten])).toEqual([
      [true, 0],
    ]);
  });
});
