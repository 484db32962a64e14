import { isIP } from "node:net";
import { createGateway, targetUrl, Transport } from "@parley/core";
import { memoryStores } from "@parley/core/memory";
import { platformNode } from "@parley/platform-node";
import { transportUndici } from "@parley/transport-undici";
import { AgentBackend } from "@parley/core";
import { ContainerModule } from "inversify";
import type { CorpusFindings } from "../corpus-findings.ts";
import { isPublic } from "./special-addresses.ts";
import { isWebUrl, secured } from "./url-tests.ts";
import { type WatchedSockets, watchSockets } from "./watched-sockets.ts";

const channel = "shop";
/** What every name means: a host of the internet, this machine, or both. */
const answers = [["8.8.8.8"], ["127.0.0.1"], ["8.8.8.8", "::1"], ["::ffff:10.0.0.1"]] as const;

const nobody = new ContainerModule(({ bind }) => {
  bind(AgentBackend).toConstantValue({
    availability: () => Promise.resolve(0),
    receive: () => Promise.resolve({ outcome: "taken" }),
    report: () => Promise.resolve({ outcome: "taken" }),
  });
});

/** Each URL as a channel's `chat_api_url`; what is taken is posted to, before sockets that see every attempt. */
export async function tryReceiverUrls(
  urls: readonly string[],
  findings: CorpusFindings,
): Promise<number> {
  const sockets = watchSockets();
  let posts = 0;
  let dialled = 0;
  for (const found of answers) {
    const parts = [platformNode({ logLevel: "error" }), memoryStores(), nobody];
    const transport = transportUndici({ lookup: async () => found });
    const gateway = await createGateway(...parts, transport);
    const { post } = await gateway.get(Transport).then(bound);
    for (const url of urls.flatMap((url) => [url, secured(url)])) {
      const added = await gateway.channelAdmin.add({ id: channel, chatApiUrl: url });
      if (!added.done) continue;
      await gateway.channelAdmin.remove(channel);
      if (!isWebUrl(url)) findings.add(`taken as chat_api_url, and no http(s) URL: ${url}`);
      await post(targetUrl(url, channel));
      posts += 1;
      dialled += judge(url, found, sockets, findings);
    }
    await gateway.close();
  }
  sockets.restore();
  if (dialled === 0) findings.add("no receiver was dialled, so that the watch proves nothing");
  return posts;
}

function bound(transport: Transport) {
  const post = (url: string) =>
    transport.post({
      url,
      body: "{}",
      transfer: "content-length",
      signal: AbortSignal.timeout(5_000),
      permit: () => true,
    });
  return { post };
}

/** How many connections were tried; all of them must have been to addresses that may be. */
function judge(
  url: string,
  found: readonly string[],
  sockets: WatchedSockets,
  findings: CorpusFindings,
): number {
  const { protocol, hostname } = new URL(url);
  const attempts = sockets.take();
  for (const address of attempts) {
    if (isIP(address.replace(/^\[|\]$/g, "")) === 0 || !isPublic(address))
      findings.add(`${url} led to ${address}`);
  }
  if (attempts.length > 0 && protocol !== "https:") findings.add(`${url} was dialled without TLS`);
  const isName = isIP(hostname.replace(/^\[|\]$/g, "")) === 0;
  const isForbidden = found.some((address) => !isPublic(address));
  if (attempts.length > 0 && isName && isForbidden)
    findings.add(`${url} was dialled, and one of its addresses may not be: ${found.join(", ")}`);
  return attempts.length;
}
