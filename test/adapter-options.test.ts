import { agentConsole, type AgentConsoleOptions } from "../packages/agent-console/src/index.ts";
import { agentRouter } from "../packages/agent-router/src/index.ts";
import { mediaDirectory } from "../packages/media-directory/src/index.ts";
import { platformNode } from "../packages/platform-node/src/index.ts";
import { storePostgres, type StorePostgresOptions } from "../packages/store-postgres/src/index.ts";
import { storeSqlite, type StoreSqliteOptions } from "../packages/store-sqlite/src/index.ts";
import { telemetry } from "../packages/telemetry/src/index.ts";
import { transportUndici } from "../packages/transport-undici/src/index.ts";
import { expect, it } from "vitest";

/** What JavaScript or a settings file may pass. */
const wrong = (options: object): never => options as never;
const place = { directory: "data", baseUrl: "https://chat.example" } satisfies AgentConsoleOptions;
const connection = "postgresql://parley:secret-0815@127.0.0.1:5432/parley";

const mistakes: readonly [() => unknown, sentence: string][] = [
  [
    () => storeSqlite(wrong({ directroy: "data" })),
    "storeSqlite: there is no option directroy. Options: directory, fileName.",
  ],
  [
    () => storeSqlite(wrong({ directory: undefined })),
    "storeSqlite: the option directory is missing.",
  ],
  [
    () => storeSqlite("data" as unknown as StoreSqliteOptions),
    "storeSqlite: the options must be an object.",
  ],
  [
    () => storePostgres(wrong({ url: connection })),
    "storePostgres: there is no option url. Options: connection, schema, anchorsClock, limits, allowNonDurable.",
  ],
  [
    () => storePostgres(wrong({ connection: 5432 })),
    "storePostgres: connection must be a URL such as postgresql://user:password@host:5432/database, or a pool configuration.",
  ],
  [
    () => storePostgres({ connection, limits: { readers: 0 } } satisfies StorePostgresOptions),
    "storePostgres: limits.readers must be a whole number of at least 1.",
  ],
  [
    () => platformNode(wrong({ logLevel: "verbose" })),
    "platformNode: logLevel must be one of debug, info, warn, error, silent.",
  ],
  [
    () => transportUndici(wrong({ allowTargets: "10.0.0.0/8" })),
    "transportUndici: allowTargets must be an array.",
  ],
  [
    () => transportUndici({ connectionsPerOrigin: 0.5 }),
    "transportUndici: connectionsPerOrigin must be a whole number of at least 1.",
  ],
  [
    () => transportUndici(wrong({ lookup: "8.8.8.8" })),
    "transportUndici: lookup must be a function.",
  ],
  [
    () => telemetry(wrong({ otelUrl: "http://127.0.0.1:4318" })),
    "telemetry: there is no option otelUrl. Options: otlpUrl, spanExporter, sampleRatio, channelLimit, serviceName.",
  ],
  [() => telemetry({ sampleRatio: 2 }), "telemetry: sampleRatio must be a number from 0 to 1."],
  [
    () => agentConsole(wrong({ directory: "data" })),
    "agentConsole: the option baseUrl is missing.",
  ],
  [
    () => agentConsole(wrong({ ...place, firstAccount: { mail: "a@b.example" } })),
    "agentConsole: there is no option firstAccount.mail. Options: email, password, name.",
  ],
  [
    () => agentRouter(wrong({ backends: { desk: {} }, otherwise: "sales" })),
    "agentRouter: otherwise must name one of the backends: desk.",
  ],
  [
    () => mediaDirectory(wrong({ directory: "media" })),
    "mediaDirectory: the option publicUrl is missing.",
  ],
  [
    () => mediaDirectory({ directory: "media", publicUrl: "/media" }),
    "mediaDirectory: publicUrl must be an http or https URL without user, query or fragment.",
  ],
  [
    () => agentConsole({ ...place, presenceSeconds: 0 }),
    "agentConsole: presenceSeconds must be a number above 0.",
  ],
];

for (const [make, sentence] of mistakes)
  it(`tells the host: ${sentence}`, () => {
    expect(make).toThrow(
      expect.objectContaining({ code: "invalid-option", message: sentence }) as Error,
    );
  });

it("never quotes a connection's password", () => {
  const make = () => storePostgres(wrong({ connection, password: "secret-0815" }));
  expect(make).toThrow(
    expect.objectContaining({ message: expect.not.stringContaining("0815") as string }) as Error,
  );
});
