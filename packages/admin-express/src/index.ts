export { adminExpress, type AdminOptions, type AdminPorts } from "./admin-express.ts";
export type { ChannelView, IssuedChannelView } from "./channel-view.ts";
