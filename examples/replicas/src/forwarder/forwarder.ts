import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { refusalBody, type RefusalName, refuse } from "@parley/core";
import { hardenServer } from "@parley/ingress-express";
import type { Member } from "./member.ts";
import type { Members } from "./members.ts";
import { relay } from "./relay.ts";

/**
 * A server that forwards every request to a ready gateway. It logs no requests: their paths contain channel secrets.
 */
export function forwarder(members: Members): Server {
  const server = createServer({ requireHostHeader: false }, (request, response) => {
    void forward(members, request, response);
  });
  hardenServer(server);
  return server;
}

/** Tries the next gateway when one was not reached: it has received nothing. */
async function forward(
  members: Members,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const tried = new Set<Member>();
  for (;;) {
    const member = members.pick(tried);
    if (member === null) return refuseWith(response, "overloaded", "No gateway is ready");
    tried.add(member);
    member.underWay += 1;
    const relayed = await relay(request, response, member);
    member.underWay -= 1;
    if (relayed === "answered") return;
    // The gateway may have processed the request.
    if (relayed === "broken")
      return refuseWith(
        response,
        "storeUnavailable",
        "The gateway ended the connection before it answered",
      );
    members.takeOut(member);
  }
}

function refuseWith(response: ServerResponse, name: RefusalName, detail: string): void {
  response.writeHead(503, {
    "Content-Type": "application/json",
    "Cache-Control": "no-store",
    "Retry-After": "1",
    Connection: "close",
  });
  response.end(JSON.stringify(refusalBody(refuse(name, { detail }))));
}
