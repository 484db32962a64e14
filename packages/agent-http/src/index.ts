export { agentHttp } from "./agent-http.ts";
export type { AgentHttpOptions } from "./agent-http-options.ts";
export { type IssuedToken, issueToken } from "./tokens/issue-token.ts";
