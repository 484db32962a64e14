import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { ConsoleClient } from "../console-client.ts";
import { startConsoleHost } from "../console-host.ts";

/** A console's directory with one account, and the cookie of a session. */
export interface SignedIn {
  readonly directory: string;
  readonly cookie: string;
}

/**
 * Gives every test a copy of a directory with a session. Signing in takes time, since hashing passwords is slow on
 * purpose.
 */
export function useSignedIn(): () => Promise<SignedIn> {
  let original: Promise<SignedIn> | null = null;
  afterAll(async () => {
    if (original !== null) await rm((await original).directory, { recursive: true });
  });
  return async () => {
    original ??= signIn();
    const { directory: from, cookie } = await original;
    const directory = await newDirectory();
    await cp(from, directory, { recursive: true });
    return { directory, cookie };
  };
}

async function signIn(): Promise<SignedIn> {
  const directory = await newDirectory();
  const host = await startConsoleHost({ directory });
  const client = new ConsoleClient(host.url);
  await client.signIn();
  await host.close();
  return { directory, cookie: client.cookie };
}

function newDirectory(): Promise<string> {
  return mkdtemp(join(tmpdir(), "parley-console-"));
}
