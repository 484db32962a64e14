import type { HttpResponse } from "@parley/core";
import { type ApiAnswer, isSuccess } from "./api-answer.ts";
import { ApiError } from "./api-error.ts";

/**
 * Reads an answer to its end.
 * @throws ParleyError of `HttpClient`, if the body of a success does not come whole. A failure then has an empty body,
 * since its status tells enough
 */
export async function readAnswer(response: HttpResponse): Promise<ApiAnswer> {
  const { status, headers } = response;
  const text = await new Response(response.body).text().catch((error: unknown) => {
    if (isSuccess(status)) throw error;
    return "";
  });
  return { status, headers, text, json: () => parse(text, status) };
}

function parse(text: string, status: number): unknown {
  if (text.trim() === "") return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new ApiError({ kind: "failed", status }, "The app's answer is no JSON.");
  }
}
