import { agentConsole } from "@parley/agent-console";
import { createGateway, type Gateway } from "@parley/core";
import { telemetry } from "@parley/telemetry";
import { transportUndici } from "@parley/transport-undici";
import type { Addresses } from "./addresses.ts";
import type { Settings } from "./settings/settings.ts";
import type { Storage } from "./settings/storage.ts";

/** Where people and integrating systems reach the gateway. */
interface GatewayAddresses extends Pick<Addresses, "url" | "peopleUrl"> {
  /** The shop's page, to which the console links until the first chat. */
  readonly shopUrl?: string;
}

/** Composes the gateway from its packages and starts it. @throws ParleyError */
export function composeGateway(
  settings: Settings,
  storage: Storage,
  { url, peopleUrl, shopUrl }: GatewayAddresses,
): Promise<Gateway> {
  const { agentEmail, agentPassword, presenceSeconds } = settings;
  const { allowTargets, allowInsecureLoopback, otlpUrl } = settings;
  return createGateway(
    ...storage.adapters,
    transportUndici({ allowTargets, allowInsecureLoopback }),
    telemetry(otlpUrl === null ? {} : { otlpUrl }),
    agentConsole({
      ...storage.accounts,
      baseUrl: peopleUrl,
      ingressUrl: `${url}/chat`,
      presenceSeconds,
      ...(shopUrl !== undefined && { shopUrl }),
      firstAccount: {
        email: agentEmail,
        ...(agentPassword !== null && { password: agentPassword }),
      },
    }),
  );
}
