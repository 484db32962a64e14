import { defaultClientConditions, defineConfig } from "vite";

export default defineConfig({
  base: "/console/",
  // React's development build uses `eval`, which the page's content security policy forbids.
  mode: "production",
  // Uses the sources of workspace packages: `npm start` builds nothing before this page.
  resolve: { conditions: ["@parley/source", ...defaultClientConditions] },
  build: {
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  logLevel: "warn",
});
