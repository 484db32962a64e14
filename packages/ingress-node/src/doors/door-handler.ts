import type { IncomingMessage, ServerResponse } from "node:http";
import {
  clientAddress,
  type DoorRequest,
  type LogFields,
  type NamedDoor,
  errorFacts,
  refuse,
} from "@parley/core";
import { sendRefusal } from "../answer.ts";
import { earlierAnswersOf, keepAfterHalfClose } from "../connections/answer-order.ts";
import { answerFailure, logFields } from "../failed-exchange.ts";
import { type BodyLimit, bodyLimit, readBody, refuseBody } from "../request-body.ts";
import { refusalByHead } from "../request-head.ts";
import { ByteBudget, type HeldBytes } from "./byte-budget.ts";
import { callDoor, tooLate } from "./call-door.ts";
import { clientLeft } from "./client-left.ts";
import { sendDoorAnswer } from "./door-answer.ts";
import { answerWithinMsOf, type DoorsOptions, publicUrlOf } from "./door-options.ts";
import type { DoorTarget } from "./door-target.ts";

/** The options of doors, and the address of a request's client. */
interface DoorHandlerOptions extends DoorsOptions {
  readonly clientAddress: (request: IncomingMessage) => string | undefined;
}

/** One request below the mount point of the doors, and its response. */
interface DoorExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** `null`: the path is outside. */
  readonly target: DoorTarget | null;
}

interface MountedDoor {
  readonly door: NamedDoor;
  /** Memory for its requests. A door that never ends fills only its own. */
  readonly budget: ByteBudget;
}

const defaultBudgetBytes = 64 * 1_024 * 1_024;
/** Estimated memory of a request without its body. */
const bytesBesideBody = 8 * 1_024;
const defaultLimitBytes = 1_024 * 1_024;

/** Answers every path below the mount point of the doors. */
export class DoorHandler {
  readonly #doors: ReadonlyMap<string, MountedDoor>;
  readonly #options: DoorHandlerOptions;
  readonly #limit: BodyLimit;
  readonly #publicUrl: string | null;
  readonly #withinMs: number;

  /**
   * @param budgetBytes what the requests of each door may hold at once
   * @throws ParleyError `invalid-option`
   */
  constructor(
    doors: readonly NamedDoor[],
    options: DoorHandlerOptions,
    budgetBytes = defaultBudgetBytes,
  ) {
    const mounted = (door: NamedDoor) => ({ door, budget: new ByteBudget(budgetBytes) });
    this.#doors = new Map(doors.map((door) => [door.name, mounted(door)]));
    this.#options = { ...options };
    this.#limit = { ...bodyLimit(options.limitBytes ?? defaultLimitBytes), takesEncoded: true };
    this.#publicUrl = publicUrlOf(options);
    this.#withinMs = answerWithinMsOf(options);
  }

  /** Never rejects: an error is logged and answered with 500. */
  async answer(exchange: DoorExchange): Promise<void> {
    const { request, response, target } = exchange;
    keepAfterHalfClose(response);
    const mounted = this.#doors.get(target?.name ?? "");
    try {
      const ahead = earlierAnswersOf(response);
      if (ahead !== null) await ahead;
      const unfit = refusalByHead(request);
      if (unfit !== null) return refuseBody(request, response, unfit);
      if (target === null || mounted === undefined)
        return sendRefusal(response, refuse("notFound"));
      await this.#pass(exchange, target, mounted);
    } catch (error) {
      this.#log("a door failed", mounted, errorFacts(error));
      if (!response.headersSent) answerFailure(response, refuse("internal"));
    }
  }

  /** @throws what the door throws */
  async #pass(
    { request, response }: DoorExchange,
    target: DoorTarget,
    mounted: MountedDoor,
  ): Promise<void> {
    const head = this.#headOf(request, target);
    const held = mounted.budget.open();
    const body = await this.#read(request, response, held).catch((error: unknown) => {
      held.release();
      throw error;
    });
    if (body === null) return held.release();
    const call = { ...head, body, left: clientLeft(request, response) };
    const { answer, ended } = callDoor(mounted.door, call, this.#withinMs);
    void ended.then(held.release);
    const answered = await answer;
    if (answered !== tooLate) return sendDoorAnswer(response, answered);
    this.#log("a door did not answer in time", mounted, {});
    if (!response.headersSent)
      sendRefusal(response, refuse("doorTimeout", { retryAfterSeconds: 1 }));
  }

  /** The whole body; `null` when it was refused, or the client is gone. */
  async #read(
    request: IncomingMessage,
    response: ServerResponse,
    held: HeldBytes,
  ): Promise<Uint8Array | null> {
    if (!held.take(bytesBesideBody)) {
      refuseBody(request, response, refuse("overloaded", { retryAfterSeconds: 1 }));
      return null;
    }
    const read = await readBody(request, { ...this.#limit, held });
    if (read.ok) return read.bytes;
    refuseBody(request, response, read.refusal);
    return null;
  }

  #headOf(request: IncomingMessage, target: DoorTarget): Omit<DoorRequest, "body" | "left"> {
    const { path, query, received } = target;
    const claimed = this.#options.clientAddress(request);
    return {
      method: request.method ?? "",
      path,
      query,
      url: this.#publicUrl === null ? null : this.#publicUrl + received,
      headers: { ...request.headers },
      clientAddress: clientAddress(claimed, request.socket.remoteAddress) || null,
    };
  }

  #log(what: string, mounted: MountedDoor | undefined, facts: LogFields): void {
    logFields(this.#options.logger, what, { door: mounted?.door.name ?? null, ...facts });
  }
}
