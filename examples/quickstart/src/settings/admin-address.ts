/** Separate address of the admin API and the console. */
export interface AdminAddress {
  readonly host: string;
  /** `0`: any free port. */
  readonly port: number;
  /** Origin for browsers; `null`: the address where it listens. */
  readonly publicUrl: string | null;
}

interface AdminVariables {
  readonly host: string | null;
  readonly port: number | null;
  readonly publicUrl: string | null;
  /** Called with a sentence for each error. */
  readonly tell: (problem: string) => void;
}

/** The port decides: without one, there is no separate address. */
export function adminAddressOf({
  host,
  port,
  publicUrl,
  tell,
}: AdminVariables): AdminAddress | null {
  if (port !== null) return { host: host ?? "127.0.0.1", port, publicUrl };
  const given = host === null ? "PARLEY_ADMIN_PUBLIC_URL" : "PARLEY_ADMIN_HOST";
  if (host !== null || publicUrl !== null) {
    tell(`${given} has no effect without PARLEY_ADMIN_PORT: set the port as well.`);
  }
  return null;
}

/** Conflicts between the two addresses. */
export function adminProblems(settings: {
  readonly host: string;
  readonly port: number;
  readonly shopPort: number | null;
  readonly admin: AdminAddress | null;
}): readonly string[] {
  const { host, port, shopPort, admin } = settings;
  if (admin === null || admin.port === 0) return [];
  if (admin.port === port && admin.host === host) {
    return [
      "PARLEY_ADMIN_PORT must differ from PARLEY_PORT, or PARLEY_ADMIN_HOST from PARLEY_HOST.",
    ];
  }
  return admin.port === shopPort
    ? ["PARLEY_ADMIN_PORT must differ from PARLEY_SHOP_PORT: all of them listen side by side."]
    : [];
}
