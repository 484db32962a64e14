import assert from "node:assert/strict";
import type { ManualTime } from "@parley/conformance";
import type { Door, DoorResponse } from "@parley/core";
import { documentFaults, type OpenApi } from "./document-faults.ts";

/** An event as the app gets it. */
export interface Handed {
  readonly type: string;
  readonly id: string;
  readonly token: string;
  readonly conversationId: string;
  readonly mayBeRepeat: boolean;
  readonly [field: string]: unknown;
}

/** An answer of the door. */
export interface RigAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly json: Readonly<Record<string, unknown>>;
}

/** What may differ from a usual request. */
export interface RequestParts {
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: string;
  /** In place of JSON. */
  readonly bytes?: Uint8Array;
}

const encoder = new TextEncoder();

/** Calls a door, and holds each answer against the document that the door shows. */
export class RigClient {
  readonly #door: Door;
  readonly #token: string;
  readonly #time: ManualTime;
  #document: OpenApi | null = null;

  constructor(door: Door, token: string, time: ManualTime) {
    this.#door = door;
    this.#token = token;
    this.#time = time;
  }

  async call(
    method: string,
    path: string,
    body?: unknown,
    parts: RequestParts = {},
  ): Promise<RigAnswer> {
    const answer = await this.#send(method, path, body, parts);
    const json = JSON.parse(String(answer.body ?? "") || "{}") as RigAnswer["json"];
    const faults = documentFaults(await this.document(), method, path, answer);
    assert.deepEqual(faults, [], `${method} ${path}: ${answer.status} is as documented`);
    return { status: answer.status, headers: answer.headers ?? {}, json };
  }

  async document(): Promise<OpenApi> {
    if (this.#document === null) {
      const { body } = await this.#send("GET", "/openapi.json", undefined, {});
      this.#document = JSON.parse(String(body)) as OpenApi;
    }
    return this.#document;
  }

  /** Events that are there now. */
  async poll(body: object = {}): Promise<readonly Handed[]> {
    const { status, json } = await this.call("POST", "/events/poll", { waitSeconds: 0, ...body });
    assert.equal(status, 200);
    return json["events"] as readonly Handed[];
  }

  /** A poll that waits. */
  waiting(body: object = {}): { readonly events: () => readonly Handed[] | null } {
    let events: readonly Handed[] | null = null;
    void this.poll({ waitSeconds: 8, ...body }).then((all) => (events = all));
    return { events: () => events };
  }

  /** Says of each event that it is taken. Returns the results. */
  async acknowledge(...events: readonly object[]): Promise<readonly unknown[]> {
    const { json } = await this.call("POST", "/events/acknowledge", {
      events: events.map((event) => {
        const { id, token, outcome, reason, inSeconds } = event as Record<string, unknown>;
        return { id, token, outcome, reason, inSeconds };
      }),
    });
    await this.#time.settle();
    return (json["results"] as readonly { readonly result: string }[]).map(({ result }) => result);
  }

  async #send(
    method: string,
    path: string,
    body: unknown,
    { headers = {}, query = "", bytes }: RequestParts,
  ): Promise<DoorResponse> {
    const text = body === undefined ? "" : JSON.stringify(body);
    const request = {
      method,
      path,
      query,
      url: null,
      headers: {
        authorization: `Bearer ${this.#token}`,
        "content-type": "application/json",
        ...headers,
      },
      body: bytes ?? encoder.encode(text),
      clientAddress: "127.0.0.1",
    };
    return this.#door.handle(request, new AbortController().signal);
  }
}
