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

/** Streams of some platforms are not async-iterable. */
async function* chunksOf(
  stream: ReadableStream<Uint8Array> | null,
): AsyncGenerator<Uint8Array, void, void> {
  const reader = stream?.getReader();
  if (reader === undefined) return;
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
  } finally {
    // Needed when the rest is not read. A stream that has ended ignores it.
    await reader.cancel().catch(() => {});
  }
}
