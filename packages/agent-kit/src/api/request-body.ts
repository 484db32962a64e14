/** A body as it is sent, and its type. */
export interface RequestBody {
  readonly body?: string | Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

/** Bytes and forms are sent as they are, everything else as JSON. `undefined`: no body. */
export function requestBody(value: unknown): RequestBody {
  if (value === undefined) return { headers: {} };
  if (value instanceof Uint8Array) return typed("application/octet-stream", value);
  if (value instanceof URLSearchParams)
    return typed("application/x-www-form-urlencoded;charset=UTF-8", value.toString());
  return typed("application/json", JSON.stringify(value));
}

function typed(type: string, body: string | Uint8Array): RequestBody {
  return { body, headers: { "content-type": type } };
}
