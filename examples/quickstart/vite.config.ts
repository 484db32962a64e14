import { defaultClientConditions, defineConfig } from "vite";

export default defineConfig({
  root: "page",
  base: "./",
  // Of the workspace's packages the sources: npm start builds nothing before this page.
  resolve: { conditions: ["@parley/source", ...defaultClientConditions] },
  build: {
    outDir: "../dist/shop-page",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  logLevel: "warn",
});
