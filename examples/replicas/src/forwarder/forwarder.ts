import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { refusalBody, type RefusalName, refuse } from "@parley/core";
import { hardenServer } from "@parley/ingress-express";
import type { Member } from "./member.ts";
import type { Members } from "./members.ts";
import { relay } from "./relay.ts";

/**
 * A server that hands every request to a gateway that is ready. It keeps no log of requests: their paths hold the random
 * strings of channels.
 */
export function forwarder(members: Members): Server {
  const server = createServer({ requireHostHeader: false }, (request, response) => {
    void forward(members, request, response);
  });
  hardenServer(server);
  return server;
}

/** A gateway that was not reached has seen nothing of the request: the next one gets it. */
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
    // It may have done all that it was asked.
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
