import type { RemoteBodySettings, RemoteCarrier, WorldObject } from '@leib/reembody';
import type { Clock, Release } from '../../../time/clock.js';

/**
 * A carrier with a queue of one: while it builds, only the last settings, count and things are kept, because a slider sends many.
 */
export class CarrierLink {
  readonly where: 'worker' | 'server';
  readonly carrier: RemoteCarrier;
  readonly #clock: Clock;
  /** Set while something is being built there. */
  #building: Release | null;
  #nextSettings: RemoteBodySettings | null = null;
  #nextCount: number | null = null;
  #nextObjects: readonly WorldObject[] | null = null;

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

  /** False where the carrier cannot: then another one has to be opened. */
  setObjects(objects: readonly WorldObject[]): boolean {
    if (this.where === 'server') return false;
    this.#nextObjects = objects;
    this.#askNext();
    return true;
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
    const objects = this.#nextObjects;
    if (settings !== null) {
      this.#nextSettings = null;
      this.#building = this.#clock.hold();
      this.carrier.setSettings(settings);
    } else if (count !== null) {
      this.#nextCount = null;
      this.#building = this.#clock.hold();
      this.carrier.setCount(count);
    } else if (objects !== null) {
      this.#nextObjects = null;
      this.#building = this.#clock.hold();
      this.carrier.setObjects(objects);
    }
  }
}
