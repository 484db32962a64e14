import { Member, type MemberPlace, type MemberState } from "./member.ts";
import { silence, whyNotReady } from "./probe.ts";

const probeIntervalMs = 200;

/** Hears of every change among the members. */
export interface MembersListener {
  /** One gets requests, or none any more, with the reason. */
  turned(member: Member, why: string | null): void;
}

/** The gateways behind the forwarder: who they are, and which of them take requests just now. */
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

  /** From now on these; one that stays keeps its connections, one that goes ends what it has under way. */
  become(places: readonly MemberPlace[]): void {
    const known = (place: MemberPlace) =>
      this.#members.find(({ name, url }) => name === place.name && url === place.url);
    const gone = this.#members;
    this.#members = places.map((place) => known(place) ?? new Member(place));
    for (const member of this.#members) if (!gone.includes(member)) void this.#watch(member);
    for (const member of gone) if (!this.#has(member)) member.ready = false;
  }

  /**
   * The ready member with the fewest requests under way, but none of `tried`; equals take turns. When nobody is ready, one
   * that only has not answered in time: a machine that is short of breath is better asked than given up.
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

  /** It could not be reached: no more requests for it until it says that it is ready. */
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
