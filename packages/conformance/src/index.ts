export { type AgentSuiteOptions, agentBackendSuite } from "./agent-app/agent-backend-suite.ts";
export type {
  AgentApp,
  AppPeople,
  SeenMessage,
  SeenReport,
  Trouble,
} from "./agent-app/agent-app.ts";
export type { AgentBench, BenchStores } from "./agent-app/agent-bench.ts";
export type { MakePlugin, PluggedIn } from "./agent-app/nodes/plugged-plugin.ts";
export type { OpenAgentApp } from "./agent-app/agent-check.ts";
export { ScriptedOutbox } from "./agent-app/scripted-outbox.ts";
export type { TypingApp } from "./agent-app/typing-app.ts";
export {
  type ErasureApp,
  erasureListenerSuite,
  type OpenErasureApp,
} from "./agent-app/erasure-listener-suite.ts";
export { typingListenerSuite, type OpenTypingApp } from "./agent-app/typing-listener-suite.ts";
export {
  type OpenedExchange,
  type OpenTransport,
  transportExchangeSuite,
  transportSuite,
  type TransportSetting,
} from "./transport/transport-suite.ts";
export type { Arrival, Endpoint, Reaction } from "./transport/endpoint.ts";
export { RawServer, type Respond } from "./transport/raw-server.ts";
export type { OpenedTransport } from "./transport/transport-trial.ts";
export { httpClientSuite } from "./http-client/http-client-suite.ts";
export type {
  HttpClientSetting,
  OpenedHttpClient,
  OpenHttpClient,
} from "./http-client/http-client-trial.ts";
export { mediaStoreSuite } from "./media-store/media-store-suite.ts";
export type {
  MediaStoreSetting,
  OpenedMediaStore,
  OpenMediaStore,
} from "./media-store/media-store-trial.ts";
export {
  ingressSuite,
  type IngressSetting,
  type OpenedIngress,
  type OpenIngress,
} from "./ingress/ingress-suite.ts";
export { RawClient, readAnswers, type WireAnswer } from "./ingress/raw-client.ts";
export { ScriptedInbox } from "./ingress/scripted-inbox.ts";
export { purgeAll } from "./stores/purge-all.ts";
export { quirkSuite } from "./quirks/quirk-suite.ts";
export { receiverQuirkSuite } from "./quirks/receiver-quirk-suite.ts";
export { type VisitorQuirk, visitorQuirks } from "./quirks/visitor-quirks.ts";
export { type ReceiverQuirk, receiverQuirks } from "./quirks/receiver-quirks.ts";
export { httpSample } from "./quirks/http-sample.ts";
export { messageStoreSuite } from "./message-store/message-store-suite.ts";
export { conversationStoreSuite } from "./stores/conversation-store-suite.ts";
export { channelStoreSuite } from "./stores/channel-store-suite.ts";
export { deadLetterStoreSuite } from "./stores/dead-letter-store-suite.ts";
export { deliveryStoreSuite } from "./delivery-store/delivery-store-suite.ts";
export { erasureStoreSuite } from "./stores/erasure-store-suite.ts";
export { pauseStoreSuite } from "./stores/pause-store-suite.ts";
export { ownerStoreSuite } from "./owner-store/owner-store-suite.ts";
export { backendStoreSuite } from "./owner-store/backend-store-suite.ts";
export { sharedStore } from "./stores/shared-store.ts";
export { storesOf } from "./stores/stores-of.ts";
export { stateStoreSuite } from "./state-store/state-store-suite.ts";
export { retentionStoreSuite } from "./stores/retention-store-suite.ts";
export { searchStoreSuite } from "./search-store/search-store-suite.ts";
export { findAll, hitId } from "./search-store/found.ts";
export { type OpenedSignals, type OpenSignals, signalsSuite } from "./stores/signals-suite.ts";
export { type ExportedStores, storeExportSuite } from "./stores/store-export-suite.ts";
export { type OpenedTarget, storeImportSuite } from "./stores/store-import-suite.ts";
export { type OpenedStores, type OpenStores, StoreBench } from "./stores/store-bench.ts";
export { outageTests as agentOutageTests } from "./gateway/agents/outage.ts";
export { gatewaySuite } from "./gateway/gateway-suite.ts";
export type { FreshStores } from "./gateway/gateway-rig.ts";
export { severalNodesSuite } from "./several-nodes/several-nodes-suite.ts";
export {
  type NodeStores,
  type SharedStores,
  type ShareStores,
} from "./several-nodes/shared-stores.ts";
export type { Runner } from "./runner.ts";
export { collectResults, type TestResult } from "./collect-results.ts";
export { want, wantSome } from "./want.ts";
export { ManualTime } from "./time/manual-time.ts";
export { NodeTime } from "./time/node-time.ts";
export { type LogLine, SeededRandom, testPlatform } from "./time/test-platform.ts";
export { GatewayRig, type StoreFactory } from "./gateway/gateway-rig.ts";
export { type BackendAnswer, ScriptedBackend } from "./scripted/scripted-backend.ts";
export {
  type AgentServices,
  type RouterOptions,
  ScriptedAgent,
  scriptedRouter,
} from "./scripted/scripted-agents.ts";
export { ScriptedPlugin } from "./scripted/scripted-plugin.ts";
export { ScriptedEndpoint } from "./scripted/scripted-endpoint.ts";
export {
  type Answer,
  positive,
  type Post,
  ScriptedTransport,
} from "./scripted/scripted-transport.ts";
export {
  type BackendCall,
  type BackendFault,
  type ChooseBackendFault,
  faultyBackend,
} from "./scripted/faulty-backend.ts";
export {
  faultyTransport,
  type ChooseTransportFault,
  type TransportFault,
} from "./scripted/faulty-transport.ts";
export {
  aBackendPause,
  aBudget,
  aChannel,
  aResendAppend,
  anIdentity,
  anInboundAppend,
  handledFirst,
  anOutboundAppend,
  anOwnerAppend,
  aText,
  delivered,
  deliveredWith,
  failed,
  noLeases,
  pausedAt,
  retryAt,
} from "./samples/samples.ts";
export { type WireSample, wireSamples } from "./samples/wire-samples.ts";
export { hostileTexts } from "./samples/hostile-texts.ts";
export { LaneChecker } from "./random-store/lane-checker.ts";
export { LaneMemory } from "./random-store/lane-memory.ts";
export { type OwnerStep, ownerSteps } from "./owner-sweep/owner-steps.ts";
export { runOwnerSteps, sweepOwners } from "./owner-sweep/sweep-owners.ts";
export { runStoreScript, type StoreTrace } from "./random-store/run-store-script.ts";
export {
  randomStoreScript,
  type ScriptedAppend,
  type ScriptedSettlement,
  type StoreScript,
  type StoreStep,
} from "./random-store/store-script.ts";
