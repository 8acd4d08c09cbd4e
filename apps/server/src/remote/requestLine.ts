import { TICK_MS } from './tickSeconds.js';

/** For each millisecond that requests take from a shared world their address waits so many. */
const REST_PER_WORK = 40;
/** Work that an address may cause before it has to wait: some people who come at once, a slider that is moved. */
const MOST_CREDIT_MS = 40;

/** Clients of one address in one world take turns with their requests, and rest together: who comes again has not rested. */
export interface RequestTurn {
  isUnderWay: boolean;
  /** Work that may still be caused, milliseconds; below 0 the address rests. */
  creditMs: number;
  atMs: number;
}

export function createRequestTurn(nowMs: number): RequestTurn {
  return { isUnderWay: false, creditMs: MOST_CREDIT_MS, atMs: nowMs };
}

/** Work that an address has caused in a shared world: the others had to wait so long. */
export function countWork(turn: RequestTurn, workMs: number): void {
  turn.creditMs -= workMs;
}

function isItsTurn(turn: RequestTurn, nowMs: number): boolean {
  turn.creditMs = Math.min(MOST_CREDIT_MS, turn.creditMs + (nowMs - turn.atMs) / REST_PER_WORK);
  turn.atMs = nowMs;
  return !turn.isUnderWay && turn.creditMs > 0;
}

/**
 * Requests of one client that wait for its world (settings, counts of bodies, things put back). One is under way at a time;
 * a newer one replaces one of its kind that waits; what waits is gone with the client. A request changes the world for everybody in
 * it, so a client that has asked for a lot of work waits.
 */
export class RequestLine {
  readonly #waiting: Uint8Array<ArrayBuffer>[] = [];
  readonly #turn: RequestTurn;

  constructor(turn: RequestTurn) {
    this.#turn = turn;
  }

  add(request: Uint8Array<ArrayBuffer>): void {
    const same = this.#waiting.findIndex(([kind]) => kind === request[0]);
    if (same >= 0) this.#waiting.splice(same, 1);
    this.#waiting.push(request);
  }

  /** The next request, which is under way from now on; null where there is none, or it is not its turn. */
  next(nowMs: number): Uint8Array<ArrayBuffer> | null {
    if (this.#waiting.length === 0 || !isItsTurn(this.#turn, nowMs)) return null;
    const request = this.#waiting.shift() ?? null;
    if (request !== null) this.#turn.isUnderWay = true;
    return request;
  }

  /**
   * The request under way was answered, and took so much time from the others of its world. What is beyond a tick counts twice: one of
   * 50 ms makes four frames late, five of 10 ms none.
   */
  finish(workMs: number): void {
    this.#turn.isUnderWay = false;
    countWork(this.#turn, workMs + Math.max(0, workMs - TICK_MS));
  }
}
