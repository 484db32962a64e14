const timeoutMs = 1_000;
/** The reason of one that may be ready, and is too slow to say so. */
export const silence = "it does not answer";

/** Asks a gateway's `/readyz`. @returns why it takes no requests, or `null` when it does. */
export async function whyNotReady(url: string): Promise<string | null> {
  try {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(timeoutMs) });
    await answer.arrayBuffer();
    return answer.status === 200 ? null : "it says that it is not ready";
  } catch (error) {
    const silent = error instanceof Error && error.name === "TimeoutError";
    return silent ? silence : "it cannot be reached";
  }
}
