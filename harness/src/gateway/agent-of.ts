import { agentHttp } from "@parley/agent-http";
import type { ContainerModule } from "inversify";
import { httpAgent } from "../crash/http-agent.ts";
import type { GatewayOptions } from "./options.ts";

/** The adapter for the agent app of a gateway process. An app over HTTP has its door at `/agents/app`. */
export function agentOf({ agentUrl, app }: GatewayOptions): ContainerModule {
  if (app === undefined) return httpAgent(agentUrl);
  const { tokenDigest, push } = app;
  return agentHttp({
    name: "app",
    tokenDigests: [tokenDigest],
    ...(push !== null && {
      push: { url: push.url, secrets: [push.secret] },
      allowOrigins: [push.url],
    }),
  });
}
