// Loaded before the README's host, whose port 8080 may be taken here: its listeners go to LISTEN_ON instead.
import { Server } from "node:net";

const { listen } = Server.prototype;
Server.prototype.listen = function listenElsewhere(port, ...rest) {
  return listen.call(this, port === 8080 ? Number(process.env.LISTEN_ON) : port, ...rest);
};
