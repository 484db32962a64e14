export { type FastifyLike, type FastifyReplyLike, fastifyReceiver } from "./fastify-receiver.ts";
export { nodeDelivery, nodeHandler } from "./node-handler.ts";
