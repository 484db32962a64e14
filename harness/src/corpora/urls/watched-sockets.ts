import { Socket } from "node:net";

/** Where this process tried to connect to; nobody gets through. */
export interface WatchedSockets {
  /** Hosts and addresses since the last call. */
  take(): readonly string[];
  restore(): void;
}

type Connect = typeof Socket.prototype.connect;
type Lookup = (
  host: string,
  options: { all: boolean },
  done: (error: Error | null, found: readonly { address: string }[] | string) => void,
) => void;

/** Stands in for the network: hears of every connection before it is opened, and refuses it. */
export function watchSockets(): WatchedSockets {
  let seen: string[] = [];
  const { connect } = Socket.prototype;
  Socket.prototype.connect = function watched(this: Socket, ...args: unknown[]) {
    const [first] = args.flat();
    const { host, lookup } = first as { host?: string; lookup?: Lookup };
    const fail = (): void => void this.destroy(new Error("nobody gets through"));
    if (lookup === undefined) seen.push(host ?? "");
    else
      lookup(host ?? "", { all: true }, (_error, found) =>
        seen.push(...(typeof found === "string" ? [found] : found.map(({ address }) => address))),
      );
    setImmediate(fail);
    return this;
  } as Connect;
  return {
    take: () => {
      const taken = seen;
      seen = [];
      return taken;
    },
    restore: () => void (Socket.prototype.connect = connect),
  };
}
