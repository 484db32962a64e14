import { Member, type MemberPlace, type MemberState } from "./member.ts";
import { silence, whyNotReady } from "./probe.ts";

const probeIntervalMs = 200;

/** Listens to changes of the members. */
export interface MembersListener {
  /** A member starts to get requests, or stops; `why` is the reason. */
  turned(member: Member, why: string | null): void;
}

/** The gateways behind the forwarder, and which of them get requests now. */
export class Members {
  readonly #listener: MembersListener;
  #members: readonly Member[] = [];
  #turn = 0;

  constructor(listener: MembersListener) {
    this.#listener = listener;
  }

  get states(): readonly MemberState[] {
    return this.#members.map(({ state }) => state);
  }

  /** Replaces the members. A remaining one keeps its connections. A removed one finishes its requests. */
  become(places: readonly MemberPlace[]): void {
    const known = (place: MemberPlace) =>
      this.#members.find(({ name, url }) => name === place.name && url === place.url);
    const gone = this.#members;
    this.#members = places.map((place) => known(place) ?? new Member(place));
    for (const member of this.#members) if (!gone.includes(member)) void this.#watch(member);
    for (const member of gone) if (!this.#has(member)) member.ready = false;
  }

  /**
   * The ready member with the fewest running requests, except `tried`; equal ones take turns. Without a ready one, a
   * member that has only not answered in time: an overloaded machine may still answer.
   */
  pick(tried: ReadonlySet<Member>): Member | null {
    const untried = this.#members.filter((member) => !tried.has(member));
    const ready = untried.filter((member) => member.ready);
    const able = ready.length > 0 ? ready : untried.filter(({ silent }) => silent);
    const least = Math.min(...able.map(({ underWay }) => underWay));
    const equals = able.filter(({ underWay }) => underWay === least);
    this.#turn += 1;
    return equals[this.#turn % equals.length] ?? null;
  }

  /** The member was not reached. It gets no requests until it reports ready. */
  takeOut(member: Member): void {
    this.#settle(member, "it cannot be reached");
  }

  #has(member: Member): boolean {
    return this.#members.includes(member);
  }

  async #watch(member: Member): Promise<void> {
    while (this.#has(member)) {
      const why = await whyNotReady(member.url);
      if (this.#has(member)) this.#settle(member, why);
      await new Promise((resolve) => setTimeout(resolve, probeIntervalMs).unref());
    }
    member.agent.destroy();
  }

  #settle(member: Member, why: string | null): void {
    member.silent = why === silence;
    if (member.ready === (why === null)) return;
    member.ready = why === null;
    this.#listener.turned(member, why);
  }
}
