import { Clock, Diagnostician, Digest, Logger, Random, readOptions, Timers } from "@parley/core";
import { ContainerModule } from "inversify";
import { Type } from "typebox";
import { anchoredClock } from "./clock.ts";
import { NodeDiagnostician } from "./diagnosis.ts";
import { sha256Digest } from "./digest.ts";
import { jsonLogger, type LogLevel } from "./logger.ts";
import { secureRandom } from "./random.ts";
import { loopTimers } from "./timers.ts";

/** Options of `platformNode`. */
export interface PlatformNodeOptions {
  /** Default `info`. */
  readonly logLevel?: LogLevel;
  /** `false`: binds no `Clock`, because the store brings the clock of its database. Default `true`. */
  readonly clock?: boolean;
}

const standardError = 2;

const Options = Type.Object(
  {
    logLevel: Type.Optional(Type.Enum(["debug", "info", "warn", "error", "silent"])),
    clock: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);

/**
 * Binds `Clock`, `Timers`, `Random`, `Digest`, `Logger` (JSON lines on standard error) and a `Diagnostician` of the
 * process, all on Node.
 * @throws ParleyError `invalid-option`
 */
export const platformNode = (options: PlatformNodeOptions = {}): ContainerModule => {
  const { logLevel = "info", clock = true } = readOptions<PlatformNodeOptions>(
    "platformNode",
    Options,
    options,
  );
  return new ContainerModule(({ bind }) => {
    if (clock) bind(Clock).toResolvedValue(anchoredClock).inSingletonScope();
    bind(Diagnostician)
      .toResolvedValue(
        (own: Clock | undefined) => new NodeDiagnostician(clock ? (own ?? null) : null),
        [{ serviceIdentifier: Clock, optional: true }],
      )
      .inSingletonScope()
      .onDeactivation((diagnostician) => (diagnostician as NodeDiagnostician).close());
    bind(Timers).toConstantValue(loopTimers);
    bind(Random).toConstantValue(secureRandom);
    bind(Digest).toConstantValue(sha256Digest);
    bind(Logger)
      .toResolvedValue(() => jsonLogger(logLevel, standardError))
      .inSingletonScope();
  });
};
