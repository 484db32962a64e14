import { Agent } from "node:http";

/** Name and origin of a gateway. */
export interface MemberPlace {
  readonly name: string;
  readonly url: string;
}

/** State of a gateway at the forwarder. */
export interface MemberState extends MemberPlace {
  /** Whether it gets requests. */
  readonly ready: boolean;
  /** Requests without a complete answer. */
  readonly underWay: number;
}

/** One gateway behind the forwarder, with its connections. */
export class Member {
  readonly name: string;
  readonly url: string;
  readonly agent = new Agent({ keepAlive: true, maxFreeSockets: 256 });
  ready = false;
  /** Whether it is not ready only because a check was not answered in time. */
  silent = false;
  underWay = 0;

  constructor({ name, url }: MemberPlace) {
    this.name = name;
    this.url = url;
  }

  get state(): MemberState {
    const { name, url, ready, underWay } = this;
    return { name, url, ready, underWay };
  }
}
