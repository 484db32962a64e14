import { defaultClientConditions, defineConfig } from "vite";

export default defineConfig({
  base: "/console/",
  // React's development build checks with eval-like tricks that the page's policy forbids, so that one is never served.
  mode: "production",
  // Of the workspace's packages the sources: npm start builds nothing before this page.
  resolve: { conditions: ["@parley/source", ...defaultClientConditions] },
  build: {
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  logLevel: "warn",
});
