import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

const name = "early-theme.js";

/** Adds the script that sets the theme as the first one of the page. A module would run after the first paint. */
export function earlyTheme(): Plugin {
  return {
    name: "early-theme",
    buildStart() {
      const source = readFileSync(new URL("./early-theme.js", import.meta.url), "utf8");
      this.emitFile({ type: "asset", name, source });
    },
    transformIndexHtml: {
      order: "post",
      handler(_html, { bundle = {} }) {
        const made = Object.values(bundle).find(
          (each) => each.type === "asset" && each.names.includes(name),
        );
        if (made === undefined) throw new Error(`the build made no ${name}`);
        const attrs = { src: `/console/${made.fileName}` };
        return [{ tag: "script", attrs, injectTo: "head-prepend" }];
      },
    },
  };
}
