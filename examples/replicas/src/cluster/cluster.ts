import {
  adminTokenOf,
  channelFileName,
  channelFrom,
  type Closing,
  closingOnError,
  DataDirectory,
  ensureFirstChannel,
  startShop,
} from "@parley/quickstart";
import { join } from "node:path";
import { adminDoor } from "./admin-door.ts";
import { openDatabase } from "./database.ts";
import { ForwarderProcess } from "./forwarder-process.ts";
import { Nodes, type Tell } from "./nodes.ts";
import { nodeEnvironment } from "./node-environment.ts";
import type { ClusterSettings } from "./settings.ts";

/** Several gateways on one database, with a forwarder, on one machine. */
export interface Cluster {
  /** Origin for browsers and integrating systems. */
  readonly url: string;
  readonly nodes: Nodes;
  /** Stops everything in order. No accepted message is lost. */
  stop(): Promise<void>;
}

/** Starts everything, or throws and leaves nothing running. `tell` receives progress lines. @throws StartError */
export function startCluster(
  settings: ClusterSettings,
  environment: NodeJS.ProcessEnv,
  tell: Tell,
): Promise<Cluster> {
  return closingOnError((opened) => openCluster(settings, environment, tell, opened));
}

async function openCluster(
  settings: ClusterSettings,
  environment: NodeJS.ProcessEnv,
  tell: Tell,
  opened: Closing,
): Promise<Cluster> {
  const data = DataDirectory.open(settings.dataDirectory);
  const { shopPort } = settings;
  const adminToken = adminTokenOf(settings.adminToken, data);

  const forwarder = await ForwarderProcess.start(settings.host, settings.port);
  opened.defer(() => forwarder.stop());
  forwarder.onLost(() => tell("the forwarder has ended: stop everything, and start again"));
  const url = settings.publicUrl ?? forwarder.url;

  // Before the gateways, which deliver waiting messages as soon as they run.
  const shop = shopPort === null ? null : await startShop(shopPort);
  opened.defer(() => shop?.stop());
  shop?.onLost(() => tell("the shop has stopped"));

  const database = await openDatabase(settings.databaseUrl, data.path);
  opened.defer(() => database.stop());
  tell(`database  ${database.description}`);

  const shared = nodeEnvironment(environment, { databaseUrl: database.url, adminToken, url });
  const nodes = new Nodes(forwarder, shared, tell);
  opened.defer(() => nodes.stop());
  await nodes.start(settings.nodes);
  for (const { name, url } of nodes.states) tell(`${name}    ${url}`);

  const door = adminDoor(forwarder.url, adminToken);
  const { channel, made } = await ensureFirstChannel({ door, data, publicUrl: url, shopPort });
  shop?.connect(channelFrom(channel, forwarder.url));
  tell(`sign in   ${url}/console/`);
  if (made)
    tell(`channel   its URLs with the channel secret are in ${join(data.path, channelFileName)}`);
  if (shop !== null) tell(`shop      ${shop.url}/`);

  return { url, nodes, stop: () => opened.close() };
}
