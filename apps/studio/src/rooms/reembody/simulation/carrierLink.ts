import type { RemoteBodySettings, RemoteCarrier } from '@leib/reembody';
import type { Clock, Release } from '../../../time/clock.js';

/**
 * A carrier with a queue of one: while it builds, only the last settings and count are kept, because a slider sends many.
 */
export class CarrierLink {
  readonly where: 'worker' | 'server';
  readonly carrier: RemoteCarrier;
  readonly #clock: Clock;
  /** Set while something is being built there. */
  #building: Release | null;
  #nextSettings: RemoteBodySettings | null = null;
  #nextCount: number | null = null;

  constructor(where: CarrierLink['where'], carrier: RemoteCarrier, clock: Clock) {
    this.where = where;
    this.carrier = carrier;
    this.#clock = clock;
    this.#building = clock.hold();
  }

  setSettings(settings: RemoteBodySettings): void {
    this.#nextSettings = settings;
    this.#askNext();
  }

  setCount(count: number): void {
    this.#nextCount = count;
    this.#askNext();
  }

  /** The request was built or refused. */
  endBuilding(): void {
    this.#building?.();
    this.#building = null;
    this.#askNext();
  }

  dispose(): void {
    this.carrier.dispose();
    this.#building?.();
  }

  #askNext(): void {
    if (this.#building) return;
    const settings = this.#nextSettings;
    const count = this.#nextCount;
    if (settings !== null) {
      this.#nextSettings = null;
      this.#building = this.#clock.hold();
      this.carrier.setSettings(settings);
    } else if (count !== null) {
      this.#nextCount = null;
      this.#building = this.#clock.hold();
      this.carrier.setCount(count);
    }
  }
}
