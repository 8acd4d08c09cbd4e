import { type Object3D, Vector3 } from 'three';
import { type StageLabel, StageLabels } from '../../../world/stageLabels.js';
import type { World } from '../../../world/world.js';

/** A body that has a name in the picture. */
export interface NamedBody {
  readonly name: string;
  readonly place: Object3D;
}

/** Before the toes, metres. */
const AHEAD = 0.22;
/** Longer names are cut: they stand in full in the panel. */
const MOST_CHARACTERS = 22;

/** Names at the feet of bodies in a row: which one is which. */
export class BodyNames {
  readonly #world: World;
  #labels: StageLabels | null = null;

  constructor(world: World) {
    this.#world = world;
  }

  update(bodies: readonly NamedBody[]): void {
    if (bodies.length > 0) this.#labels ??= new StageLabels(this.#world);
    this.#labels?.update(bodies.map(labelOf), true);
  }

  dispose(): void {
    this.#labels?.dispose();
  }
}

function labelOf({ name, place }: NamedBody): StageLabel {
  return { text: shortened(name), at: place.localToWorld(new Vector3(0, 0, AHEAD)), kind: 'figure', align: 'middle' };
}

/** The end of a name tells more than its middle: "scan of a…6, alignment". */
export function shortened(name: string): string {
  const characters = [...name];
  if (characters.length <= MOST_CHARACTERS) return name;
  const half = (MOST_CHARACTERS - 1) / 2;
  const [start, end] = [characters.slice(0, Math.floor(half)), characters.slice(-Math.ceil(half))];
  return `${start.join('').trimEnd()}…${end.join('').trimStart()}`;
}
