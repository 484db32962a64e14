const timeoutMs = 1_000;
/** Reason for a member that does not answer in time. It may still be ready. */
export const silence = "it does not answer";

/** Requests a gateway's `/readyz`. @returns why it is not ready, or `null`. */
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
