import type { RemoteBodySettings, RemoteCarrier } from '@leib/reembody';

/**
 * A carrier, and what waits for it: while something is being built the last of the settings and counts that come meanwhile
 * are kept, for a slider makes many.
 */
export class CarrierLink {
  readonly where: 'worker' | 'server';
  readonly carrier: RemoteCarrier;
  #isBuilding = true;
  #nextSettings: RemoteBodySettings | null = null;
  #nextCount: number | null = null;

  constructor(where: CarrierLink['where'], carrier: RemoteCarrier) {
    this.where = where;
    this.carrier = carrier;
  }

  setSettings(settings: RemoteBodySettings): void {
    this.#nextSettings = settings;
    this.#askNext();
  }

  setCount(count: number): void {
    this.#nextCount = count;
    this.#askNext();
  }

  /** What was asked for is built, or was refused. */
  endBuilding(): void {
    this.#isBuilding = false;
    this.#askNext();
  }

  #askNext(): void {
    if (this.#isBuilding) return;
    const settings = this.#nextSettings;
    const count = this.#nextCount;
    if (settings !== null) {
      this.#nextSettings = null;
      this.#isBuilding = true;
      this.carrier.setSettings(settings);
    } else if (count !== null) {
      this.#nextCount = null;
      this.#isBuilding = true;
      this.carrier.setCount(count);
    }
  }
}
