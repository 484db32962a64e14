import type { ServerOptions } from "node:http";
import { WholeRequest } from "./whole-request.ts";
import { WholeResponse } from "./whole-response.ts";

/**
 * What `createServer` is told for an ingress. HTTP/1.1 without `Host` is left to the listener, as Node's own `400` has
 * no body; and bodies and answers of messages take a shorter way, with the same bytes. All else the server serves is
 * served as ever, but has to ask for `Host` itself.
 */
export const ingressServerOptions: Readonly<ServerOptions> = {
  requireHostHeader: false,
  IncomingMessage: WholeRequest,
  ServerResponse: WholeResponse,
};
