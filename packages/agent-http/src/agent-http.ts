import {
  AgentBackend,
  DeliveredListener,
  Diagnostician,
  Door,
  DueListener,
  ErasureListener,
  OwnerListener,
  ParleyError,
  pluginModule,
  type PluginServices,
  TypingListener,
} from "@parley/core";
import type { ContainerModule } from "inversify";
import {
  type AgentHttpOptions,
  readAgentHttpOptions,
  type ReadAgentHttpOptions,
} from "./agent-http-options.ts";
import { StatedAvailabilities } from "./availability.ts";
import { HttpAgent } from "./http-agent.ts";
import { MediaCopies } from "./messages/media-copies.ts";
import { MessageSender } from "./messages/message-sender.ts";
import { pullWay } from "./pull/pull-way.ts";
import { pushWay } from "./push/push-way.ts";
import { AgentDoor } from "./routes/agent-door.ts";
import { availabilityRoute, readyRoute } from "./routes/app-routes.ts";
import { conversationRoutes } from "./routes/conversation-routes.ts";
import { messageRoute } from "./routes/message-route.ts";
import { openApiRoute } from "./routes/openapi.ts";
import type { Route } from "./routes/route.ts";
import { TokenCheck } from "./tokens/token-check.ts";

/** Copying all files of a message ends before its door does. */
const copyWithinMs = 8_000;

/**
 * An agent app in any language. It polls for its events at `/agents/<name>`, or gets them posted. What its agents write, it
 * posts there.
 * @throws ParleyError `invalid-option`
 */
export function agentHttp(options: AgentHttpOptions): ContainerModule {
  const read = readAgentHttpOptions(options);
  return pluginModule({
    name: read.name,
    contract: "1.0",
    ports: [
      AgentBackend,
      TypingListener,
      DeliveredListener,
      OwnerListener,
      ErasureListener,
      DueListener,
      Door,
      Diagnostician,
    ],
    allowOrigins: read.allowOrigins,
    make: (services) => makeAgent(read, services),
    close: (agent) => agent.close(),
  });
}

/** @throws ParleyError `port-missing`, `invalid-option` */
function makeAgent(options: ReadAgentHttpOptions, services: PluginServices): HttpAgent {
  const { name, tokenDigests } = options;
  const { state, clock, outbox, conversations, readiness, random, logger } = services;
  const availabilities = new StatedAvailabilities(state, clock);
  const copies = mediaCopies(options, services);
  const sender = new MessageSender({ outbox, conversations, copies, random });
  const way =
    options.push === null ? pullWay(name, services) : pushWay(name, options.push, services);
  const routes: Route[] = [
    messageRoute(sender),
    availabilityRoute(availabilities),
    ...conversationRoutes(conversations),
    readyRoute({ conversations, readiness, resume: way.resume }),
    ...way.routes,
    openApiRoute(() => routes),
  ];
  const door = new AgentDoor({ routes, tokens: new TokenCheck(tokenDigests), logger });
  return new HttpAgent({ name, way, availabilities, door });
}

function mediaCopies(
  { copyMedia, mediaHeaders, allowOrigins }: ReadAgentHttpOptions,
  { media }: PluginServices,
): MediaCopies | null {
  if (media === null && copyMedia === true) {
    const message =
      "agentHttp: copyMedia needs a media store: pass an adapter that provides MediaStore.";
    throw new ParleyError("port-missing", message);
  }
  if (media === null || copyMedia === false) return null;
  return new MediaCopies({ media, headers: mediaHeaders, allowOrigins, timeoutMs: copyWithinMs });
}
