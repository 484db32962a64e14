import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { onTestFinished } from "vitest";
import { adminExpress, type AdminOptions, type AdminPorts } from "../../src/index.ts";

export const token = "test-admin-token-0123456789";
export const publicUrl = "https://chat.example.test/chat";

export interface AdminAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: unknown;
}

/** The admin API on a real socket, mounted at `/admin/v1` as a host would. */
export async function serve(ports: AdminPorts, options: Partial<AdminOptions> = {}) {
  const app = express();
  app.use("/admin/v1", adminExpress(ports, { token, publicUrl, ...options }));
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/admin/v1`;
  /** The answer with its body unread. */
  const fetched = (method: string, path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(base + path, { method, ...init });
  const raw = async (
    method: string,
    path: string,
    init: RequestInit = {},
  ): Promise<AdminAnswer> => {
    const response = await fetched(method, path, init);
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: text === "" ? null : JSON.parse(text),
    };
  };
  const authorization = `Bearer ${token}`;
  return {
    raw,
    open: (path: string, signal?: AbortSignal): Promise<Response> =>
      fetched("GET", path, { headers: { authorization }, ...(signal && { signal }) }),
    /** An authorized request whose answer is not JSON. */
    text: async (method: string, path: string) => {
      const response = await fetched(method, path, { headers: { authorization } });
      const { status, headers } = response;
      return { status, headers, text: await response.text() };
    },
    /** An authorized request; `body` is sent as JSON when given. */
    send: (method: string, path: string, body?: unknown): Promise<AdminAnswer> =>
      raw(method, path, {
        headers: { authorization },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    sendText: (
      method: string,
      path: string,
      body: string,
      headers: Record<string, string> = {},
    ): Promise<AdminAnswer> => raw(method, path, { headers: { authorization, ...headers }, body }),
  };
}
