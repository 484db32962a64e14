import type { Page } from "playwright-core";

/** Elements that our pages use. Any other one comes from injected text. */
const ownElements =
  "html head meta title link script body div main header footer section aside nav article h1 h2 h3 p span " +
  "strong em bdi time a img audio video dialog button form label input textarea select option blockquote dl dt dd details summary ul li kbd";

export interface WatchedPage {
  /** Forbidden events on the page: code that ran, foreign elements, requests and navigation. */
  readonly misdeeds: readonly string[];
}

/** Watches a new page. It may request these pictures and
 * recordings, which are answered locally. It may go to `origins` for real. */
export async function watchPage(
  page: Page,
  origins: string | readonly string[],
  media: readonly string[],
): Promise<WatchedPage> {
  const permittedMedia = new Set(media.map(asAsked));
  const isOurs = (url: string): boolean =>
    [origins].flat().some((origin) => url.startsWith(`${origin}/`));
  const misdeeds: string[] = [];
  const tell = (text: string): void => void misdeeds.push(text);
  page.on("dialog", (dialog) => {
    // The page warns when it is left with unsent text.
    if (dialog.type() === "beforeunload") return void dialog.accept();
    tell(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("pageerror", (error) => tell(`error: ${error.message}`));
  page.on("popup", (popup) => tell(`window: ${popup.url()}`));
  page.on("download", (download) => tell(`download: ${download.url()}`));
  page.on("framenavigated", (frame) => {
    if (!isOurs(frame.url())) tell(`navigation: ${frame.url()}`);
  });
  await page.route("**/*", (route) => {
    const request = route.request();
    if (isOurs(request.url())) return route.fallback();
    const isMedia = ["image", "media"].includes(request.resourceType());
    const permitted = isMedia && permittedMedia.has(asAsked(request.url()));
    if (!permitted) tell(`request: ${request.resourceType()} ${request.url()}`);
    return route.abort();
  });
  await page.exposeFunction("tellMisdeed", tell);
  await page.addInitScript(watch, ownElements.split(" "));
  return { misdeeds };
}

/** An address in the browser's spelling, which differs from Node's in one character. */
function asAsked(url: string): string {
  return (URL.parse(url)?.href ?? "").replace(/#.*/s, "").replaceAll("|", "%7C");
}

/** Runs in the page before anything else. */
function watch(ownElements: readonly string[]): void {
  const outside = globalThis as unknown as { tellMisdeed(text: string): void };
  const tell = (text: string): void => outside.tellMisdeed(text);
  Object.assign(globalThis, { __pwned: () => tell("script: it ran") });
  document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
    tell(`policy: ${violatedDirective} ${blockedURI}`),
  );
  const shapes = new Set([
    "svg",
    "path",
    "circle",
    "ellipse",
    "line",
    "polygon",
    "polyline",
    "rect",
  ]);
  const isIcon = (element: Element): boolean =>
    element.namespaceURI === "http://www.w3.org/2000/svg" &&
    shapes.has(element.localName) &&
    element.closest("svg.lucide") !== null;
  const isOwn = (element: Element): boolean =>
    isIcon(element) ||
    (element.namespaceURI === "http://www.w3.org/1999/xhtml" &&
      ownElements.includes(element.localName) &&
      (element.localName !== "script" || element.closest("head") !== null));
  /** The place of a row in a list of which only the rows in sight are rendered. */
  const isPlace = (element: Element, name: string, value: string): boolean =>
    name === "style" &&
    element.matches(".list-rows, .list-row") &&
    /^(height: \d+px|transform: translateY\(\d+px\));$/.test(value);
  const check = (element: Element): void => {
    if (!isOwn(element)) tell(`element: ${element.outerHTML.slice(0, 200)}`);
    for (const { name, value } of element.attributes) {
      const bad = /^(on|style$|srcdoc$|srcset$|ping$|formaction$|background$|is$|nonce$)/.test(
        name,
      );
      const leads = ["href", "src", "action", "xlink:href", "data", "poster"].includes(name);
      const target = leads ? URL.parse(value, location.href) : null;
      // An email address in a text may be a link; nothing else may lead to it.
      const isMail = name === "href" && /^mailto:[^?]+$/.test(value);
      const away = leads && !isMail && !/^https?:$/.test(target?.protocol ?? "");
      if ((bad && !isPlace(element, name, value)) || away)
        tell(`attribute: ${name}=${value.slice(0, 200)}`);
    }
  };
  new MutationObserver((changes) => {
    for (const { target, type, addedNodes } of changes) {
      if (type === "attributes") check(target as Element);
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue;
        for (const element of [node, ...node.querySelectorAll("*")]) check(element);
      }
    }
  }).observe(document, { subtree: true, childList: true, attributes: true });
}
