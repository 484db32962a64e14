import { relative, resolve } from "node:path";
import { defineConfig, type Plugin } from "rolldown";

const directory = resolve(import.meta.dirname, "dist/program");

/** Modules of this repository find their files (pages, `package.json`) from where their sources lie. */
const sourceUrls: Plugin = {
  name: "source-urls",
  transform: {
    filter: { id: /\.ts$/, code: "import.meta.url" },
    handler(code, id) {
      const path = JSON.stringify(relative(directory, id));
      const url = `new URL(${path}, import.meta.url).href`;
      // No line moves, so that the source map stays true.
      return { code: code.replaceAll("import.meta.url", url), map: null };
    },
  },
};

/** What cannot be part of a file, since it loads native code; imported from where it is installed. */
const nativeModules: Plugin = {
  name: "native-modules",
  resolveId: {
    filter: { id: /^better-sqlite3$/ },
    async handler(id, importer) {
      const resolved = await this.resolve(id, importer, { skipSelf: true });
      return resolved === null
        ? null
        : { id: relative(directory, resolved.id), external: "relative" };
    },
  },
};

/**
 * What `npm start` runs: the gateway and its shop in a few files. To load some 2,900 modules one by one took most of the
 * time of a start.
 */
export default defineConfig({
  input: { main: "src/main.ts", "shop-main": "src/shop-main.ts" },
  platform: "node",
  resolve: { conditionNames: ["@parley/source", "node", "module", "default"] },
  // Optional: `pg` looks for it and goes on without.
  external: ["pg-native"],
  plugins: [sourceUrls, nativeModules],
  output: { dir: directory, format: "esm", cleanDir: true, sourcemap: true },
});
