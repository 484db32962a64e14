import { Pool } from "undici";

/** Posts a body to the receiver. @throws Error unless it answered 200: then the message is to be delivered again. */
export type Post = (body: string) => Promise<void>;

const headers = { "content-type": "application/json" };

/** How every stack that has no transport of its own delivers: undici, 64 connections. */
export function postTo(receiverPort: number, path = "/ok/in", connections = 64): Post {
  const pool = new Pool(`http://127.0.0.1:${receiverPort}`, { connections });
  return async (body) => {
    const answer = await pool.request({ path, method: "POST", headers, body });
    await answer.body.dump();
    if (answer.statusCode !== 200) throw new Error(`answered ${answer.statusCode}`);
  };
}
