import { readFileSync } from "node:fs";

/** A case of the WHATWG's URL tests. */
interface UrlTest {
  readonly input: string;
  readonly href?: string;
}

/** Every URL that a file of tests names, as it is written there and as it is normalised. */
export function readUrls(path: string): readonly string[] {
  const tests = JSON.parse(readFileSync(path, "utf8")) as readonly (string | UrlTest)[];
  const urls = tests.flatMap((test) =>
    typeof test === "string" ? [] : [test.input, ...(test.href === undefined ? [] : [test.href])],
  );
  return [...new Set(urls)];
}

/** The platform's own word: whether it is an http(s) URL without a base. */
export function isWebUrl(text: string): boolean {
  const url = URL.parse(text);
  return url?.protocol === "http:" || url?.protocol === "https:";
}

/** The same URL with TLS, since nothing else is dialled. */
export function secured(url: string): string {
  return url.replace(/^http:/i, "https:");
}
