import { connect as connectTcp, isIP, type LookupFunction, type Socket } from "node:net";
import { connect as connectTls, type SecureContext, type TLSSocket } from "node:tls";
import type { Target } from "./target-guard.ts";

/** Parameters of `dial`. */
export interface DialRequest {
  readonly target: Target;
  /** The permitted addresses; no other one is tried. */
  readonly addresses: readonly string[];
  /** `undefined`: Node's own certificate authorities. */
  readonly secureContext: SecureContext | undefined;
  /** Called with the address of the connected socket, before anything is written. */
  readonly permitsAddress: (address: string) => boolean;
  readonly signal: AbortSignal;
}

/** The socket's remote address is not permitted. */
export class ForbiddenAddress extends Error {}

/**
 * Opens a TCP connection, with TLS for a secure target. Certificates are always verified.
 * @throws ForbiddenAddress, or a network error; the socket is then closed
 */
export async function dial(request: DialRequest): Promise<Socket> {
  const plain = await dialTcp(request);
  return request.target.secure ? dialTls(plain, request) : plain;
}

/** The TCP part of `dial`. @throws as `dial` */
export async function dialTcp(request: DialRequest): Promise<Socket> {
  const plain = await waitUntilOpen(connectPlain(request), "connect", request.signal);
  // There is no address when the receiver has already reset the connection.
  const { remoteAddress } = plain;
  if (remoteAddress !== undefined && request.permitsAddress(remoteAddress)) return plain;
  plain.destroy();
  throw remoteAddress === undefined
    ? new Error("closed before its address was resolved")
    : new ForbiddenAddress();
}

/** The TLS part of `dial`, on a socket of `dialTcp`. @throws as `dial` */
export function dialTls(plain: Socket, request: DialRequest): Promise<TLSSocket> {
  return waitUntilOpen(connectSecure(plain, request), "secureConnect", request.signal);
}

function connectPlain({ target, addresses }: DialRequest): Socket {
  const vetted = addresses.map((address) => ({ address, family: isIP(address) }));
  const lookup: LookupFunction = (_host, _options, callback) => callback(null, vetted);
  return connectTcp({
    host: target.host,
    port: target.port,
    lookup,
    autoSelectFamily: true,
    noDelay: true,
  });
}

function connectSecure(plain: Socket, { target, secureContext }: DialRequest): TLSSocket {
  return connectTls({
    socket: plain,
    host: target.host,
    ...(isIP(target.host) === 0 && { servername: target.host }),
    ...(secureContext && { secureContext }),
    ALPNProtocols: ["http/1.1"],
    rejectUnauthorized: true,
  });
}

function waitUntilOpen<Opened extends Socket>(
  socket: Opened,
  event: "connect" | "secureConnect",
  signal: AbortSignal,
): Promise<Opened> {
  return new Promise((resolve, reject) => {
    const abort = (): void => void socket.destroy(signal.reason as Error);
    const settle = (error: Error | null): void => {
      signal.removeEventListener("abort", abort);
      socket.off("error", settle).off("close", closed);
      if (error) {
        socket.destroy();
        reject(error);
      } else {
        resolve(socket);
      }
    };
    const closed = (): void => settle(new Error("closed while opening"));
    socket
      .once(event, () => settle(null))
      .once("error", settle)
      .once("close", closed)
      .on("error", ignore);
    signal.addEventListener("abort", abort, { once: true });
    if (signal.aborted) {
      abort();
    }
  });
}

function ignore(): void {}
