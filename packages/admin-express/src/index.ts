export { adminExpress, type AdminOptions, type AdminPorts } from "./admin-express.ts";
export type { ChannelView, IssuedChannelView } from "./api/channel.ts";
export { bearerToken } from "./http/bearer-token.ts";
