import type { Delivery, DeliveryAnswer } from "./delivery.ts";

export function deliveryOf(request: Request): Delivery {
  return {
    method: request.method,
    url: request.url,
    header: (name) => request.headers.get(name),
    body: chunksOf(request.body),
  };
}

export function responseOf({ status, headers, body }: DeliveryAnswer): Response {
  return new Response(body, { status, headers });
}

/** Not every platform's streams can be iterated. */
async function* chunksOf(
  stream: ReadableStream<Uint8Array> | null,
): AsyncGenerator<Uint8Array, void, void> {
  const reader = stream?.getReader();
  if (reader === undefined) return;
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
  } finally {
    // Of use when the rest is not wanted; a stream that has ended does not mind.
    await reader.cancel().catch(() => {});
  }
}
