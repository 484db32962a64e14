import { agentApi } from "@parley/agent-kit";
import type { PluginServices } from "@parley/core";
import type { PushOptions } from "../agent-http-options.ts";
import type { EventWay } from "../event-way.ts";
import { PushDelivery } from "./push-delivery.ts";
import { PushHealth } from "./push-health.ts";

/** Events are posted to the app. @throws ParleyError `invalid-option` */
export function pushWay(
  name: string,
  { url, secrets, rejects }: Required<PushOptions>,
  services: PluginServices,
): EventWay {
  const { http, clock, timers, random, conversations } = services;
  const health = new PushHealth(clock);
  const api = agentApi({ http, url, rejects });
  return {
    delivery: new PushDelivery({ api, secrets, health, conversations, clock, timers, random }),
    routes: [],
    resume: async () => {},
    due: async () => ({ gone: true }),
    diagnose: async () => health.findings(name),
  };
}
