import { defaultClientConditions, defineConfig } from "vite";
import { earlyTheme } from "./theme/early-theme.ts";
import { precompress } from "./precompress.ts";

export default defineConfig({
  base: "/console/",
  // React's development build uses `eval`, which the page's content security policy forbids.
  mode: "production",
  // Uses the sources of workspace packages: `npm start` builds nothing before this page.
  resolve: { conditions: ["@parley/source", ...defaultClientConditions] },
  plugins: [earlyTheme(), precompress()],
  build: {
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // Compressing takes most of the build's time.
    rolldownOptions: {
      checks: { pluginTimings: false },
      // Libraries mark modules with "use client", which means nothing here.
      onLog: (level, log, print) => {
        if (log.code !== "MODULE_LEVEL_DIRECTIVE") print(level, log);
      },
    },
  },
  logLevel: "warn",
});
