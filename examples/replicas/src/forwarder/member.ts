import { Agent } from "node:http";

/** A gateway's name and origin, as the forwarder is told. */
export interface MemberPlace {
  readonly name: string;
  readonly url: string;
}

/** How one gateway stands with the forwarder. */
export interface MemberState extends MemberPlace {
  /** Whether it gets requests. */
  readonly ready: boolean;
  /** Requests that it has not answered to the end. */
  readonly underWay: number;
}

/** One gateway behind the forwarder, with the connections to it. */
export class Member {
  readonly name: string;
  readonly url: string;
  readonly agent = new Agent({ keepAlive: true, maxFreeSockets: 256 });
  ready = false;
  /** Whether it is not ready only since it did not answer in time. */
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
