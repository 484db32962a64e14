import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { ParleyError } from "@parley/core";
import type { Client } from "pg";

const rounds = 3;
const notices = 3;
/** A notice arrives with the next answer or before. The other checks are for a very busy server. */
const looks = 20;
const lookMs = 25;
/** By now a notice has reached the session's current user, if there is one. */
const idleMs = 5;

/**
 * Detects a proxy that runs each transaction in any free session of the server. Settings, prepared statements, advisory
 * locks and notices belong to a session, so they would be lost or shared.
 * @param second another connection to the same server. It takes a shared session away from the first.
 * @throws ParleyError `store-pooled`.
 */
export async function requireOwnSessions(
  first: Client,
  second: Client,
  place: string,
): Promise<void> {
  const hasOwn = (await keepsSession(first, second)) && (await hearsNotices(first, second));
  if (hasOwn) return;
  throw new ParleyError(
    "store-pooled",
    `${place} is behind a proxy that shares sessions between connections: connect to the server itself, or have the proxy pool by session (PgBouncer: pool_mode = session).`,
  );
}

/**
 * Whether the first connection stays in one session. It is asked twice in a row, while the second holds a session, and
 * afterwards. This detects proxies that reuse the newest, the oldest or any other free session.
 */
async function keepsSession(first: Client, second: Client): Promise<boolean> {
  const own = await sessionOf(first);
  const isKept = async (): Promise<boolean> => (await sessionOf(first)) === own;
  for (let round = 0; round < rounds; round += 1) {
    if (!(await isKept())) return false;
    await second.query("begin");
    const isFree = (await sessionOf(second)) !== own && (await isKept());
    await second.query("commit");
    if (!isFree || !(await isKept())) return false;
  }
  return true;
}

async function sessionOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ session: number }>("select pg_backend_pid() as session");
  return rows[0]?.session ?? Number.NaN;
}

/**
 * Whether notices for the first connection's session reach it. A proxy that shares sessions cannot route them, except
 * when the connection happens to hold the session. So several notices are sent while it is idle.
 */
async function hearsNotices(first: Client, second: Client): Promise<boolean> {
  const channel = `parley_${randomBytes(8).toString("hex")}`;
  const heard: string[] = [];
  const hear = ({ payload = "" }: { readonly payload?: string | undefined }): void =>
    void heard.push(payload);
  first.on("notification", hear);
  await first.query(`listen ${channel}`);
  let hearsAll = true;
  for (let notice = 0; hearsAll && notice < notices; notice += 1) {
    await second.query(`notify ${channel}, '${notice}'`);
    hearsAll = await comes(first, () => heard.includes(String(notice)));
  }
  await first.query(`unlisten ${channel}`);
  first.off("notification", hear);
  return hearsAll;
}

async function comes(client: Client, isThere: () => boolean): Promise<boolean> {
  for (let look = 0; look < looks; look += 1) {
    await pause(look === 0 ? idleMs : lookMs);
    await client.query("select 1");
    if (isThere()) return true;
  }
  return false;
}
