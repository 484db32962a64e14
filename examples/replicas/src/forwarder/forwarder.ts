import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { refusalBody, refuse } from "@parley/core";
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
    if (member === null) return refuseFor(response, "No gateway is ready");
    tried.add(member);
    member.underWay += 1;
    const relayed = await relay(request, response, member);
    member.underWay -= 1;
    if (relayed === "answered") return;
    if (relayed === "broken") return refuseFor(response, "The gateway went away");
    members.takeOut(member);
  }
}

/** What was asked may have been done all the same; a client's own retry is recognised (ruling 11). */
function refuseFor(response: ServerResponse, detail: string): void {
  response.writeHead(503, {
    "Content-Type": "application/json",
    "Cache-Control": "no-store",
    "Retry-After": "1",
    Connection: "close",
  });
  response.end(JSON.stringify(refusalBody(refuse("overloaded", { detail }))));
}
