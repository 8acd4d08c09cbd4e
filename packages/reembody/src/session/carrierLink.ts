import type { RemoteBodySettings } from '../settings/remoteBodySettings.js';
import type { RemoteCarrier } from '../wire/remoteClient.js';
import type { WorldObject } from '../world/worldObject.js';

/** Says that something is on its way, until what it returns is called: a page that is stepped by hand waits for it. */
export type Hold = () => () => void;

/**
 * A carrier with a queue of one: while it builds, only the last settings, count and things are kept, because a slider sends many.
 */
export class CarrierLink {
  readonly where: string;
  readonly carrier: RemoteCarrier;
  readonly #hold: Hold;
  /** Set while something is being built there. */
  #building: (() => void) | null;
  #nextSettings: RemoteBodySettings | null = null;
  #nextCount: number | null = null;
  #nextObjects: readonly WorldObject[] | null = null;

  constructor(where: string, carrier: RemoteCarrier, hold: Hold) {
    this.where = where;
    this.carrier = carrier;
    this.#hold = hold;
    this.#building = hold();
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
    if (!this.carrier.takesObjects) return false;
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
      this.#building = this.#hold();
      this.carrier.setSettings(settings);
    } else if (count !== null) {
      this.#nextCount = null;
      this.#building = this.#hold();
      this.carrier.setCount(count);
    } else if (objects !== null) {
      this.#nextObjects = null;
      this.#building = this.#hold();
      this.carrier.setObjects(objects);
    }
  }
}
