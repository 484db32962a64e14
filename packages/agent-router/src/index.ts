export { agentRouter } from "./agent-router.ts";
export type {
  AgentRouterOptions,
  Backends,
  ChannelRoutes,
  ChoiceRoutes,
  RoutedBackends,
} from "./agent-router-options.ts";
