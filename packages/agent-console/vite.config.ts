import { defineConfig } from "vite";

export default defineConfig({
  root: "page",
  base: "/console/",
  // React's development build checks with eval-like tricks that the page's policy forbids, so that one is never served.
  mode: "production",
  build: {
    outDir: "../dist/page",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  logLevel: "warn",
});
