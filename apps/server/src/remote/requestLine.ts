import { remoteKind } from '@leib/reembody/wire';

/** More requests than this wait only where a client does not wait for answers. */
const MAX_WAITING = 8;
/** For each millisecond that a request takes from a shared world its client waits so many before the next one begins. */
const REST_PER_WORK = 24;

/**
 * Requests of one client that wait for its world (settings, counts of bodies, things put back). One is under way at a time;
 * newer settings replace those that wait; what waits is gone with the client. A request changes the world for everybody in
 * it, so a client that has asked for a lot of work waits.
 */
export class RequestLine {
  readonly #waiting: Uint8Array<ArrayBuffer>[] = [];
  #isUnderWay = false;
  #restsUntilMs = 0;

  /** False where too many wait already. */
  add(request: Uint8Array<ArrayBuffer>): boolean {
    const same = this.#waiting.findIndex(([kind]) => kind === request[0] && kind !== remoteKind.open);
    if (same >= 0) this.#waiting.splice(same, 1);
    this.#waiting.push(request);
    return this.#waiting.length <= MAX_WAITING;
  }

  /** The next request, which is under way from now on; null where there is none, or it is not its turn. */
  next(nowMs: number): Uint8Array<ArrayBuffer> | null {
    if (this.#isUnderWay || nowMs < this.#restsUntilMs) return null;
    const request = this.#waiting.shift() ?? null;
    this.#isUnderWay = request !== null;
    return request;
  }

  /** The request under way was answered, and took so much time from the others of its world. */
  finish(nowMs: number, workMs: number): void {
    this.#isUnderWay = false;
    this.#restsUntilMs = nowMs + workMs * REST_PER_WORK;
  }
}
