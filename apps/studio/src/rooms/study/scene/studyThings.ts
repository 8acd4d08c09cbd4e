import type { Thing } from '@leib/stage';
import type { MarkColour, TaskView } from '@leib/study';
import { disposeTree } from '@leib/three';
import { BoxGeometry, Group, Mesh, MeshStandardMaterial, PlaneGeometry, Vector3 } from 'three';
import type { StageLabel } from '../../../world/stageLabels.js';

const colours: Readonly<Record<MarkColour | 'plain', string>> = {
  plain: '#7c8894',
  grey: '#b4bcc4',
  green: '#3fbf6f',
  red: '#e5484d',
  white: '#f4f6f8',
};
/** A number stands so far above its panel's middle, metres. */
const ABOVE = 0.16;

/** Boxes, cubes and squares of a task, in the colours that it gives them. */
export class StudyThings {
  readonly root = new Group();
  readonly #shown = new Map<string, MeshStandardMaterial>();
  #things: readonly Thing[] = [];

  constructor() {
    this.root.name = 'things of the study';
  }

  show(things: readonly Thing[], view: TaskView | undefined): void {
    if (things !== this.#things) this.#build(things);
    for (const [id, material] of this.#shown) {
      material.color.set(colours[view?.marks[id] ?? (id === 'foot-start' ? 'white' : 'plain')]);
    }
  }

  /** Numbers of boxes, where they are to stand. */
  labels(view: TaskView | undefined): readonly StageLabel[] {
    return this.#things.flatMap(({ id = '', pose: [x, y, z] }): StageLabel[] => {
      const number = view?.numbers[id];
      if (number === undefined) return [];
      return [{ text: String(number), at: new Vector3(x, y + ABOVE, z), kind: 'thing', align: 'middle' }];
    });
  }

  /** The middle of a thing, its own metres. */
  placeOf(name: string): readonly [number, number, number] | null {
    const thing = this.#things.find(({ id }) => id === name);
    return thing ? [thing.pose[0], thing.pose[1], thing.pose[2]] : null;
  }

  /** The colour of a thing as it is drawn: `#3fbf6f`; null where there is none. */
  colourOf(name: string): string | null {
    const material = this.#shown.get(name);
    return material ? `#${material.color.getHexString()}` : null;
  }

  dispose(): void {
    disposeTree(this.root);
    this.root.removeFromParent();
  }

  #build(things: readonly Thing[]): void {
    for (const child of [...this.root.children]) {
      child.removeFromParent();
      disposeTree(child);
    }
    this.#shown.clear();
    this.#things = things;
    for (const thing of things) {
      const { size } = thing.settings;
      if (thing.id === undefined || !Array.isArray(size)) continue;
      const material = new MeshStandardMaterial({ roughness: 0.75 });
      const mesh = new Mesh(geometryOf(thing.kind, size.map(Number)), material);
      const [x, y, z, qx, qy, qz, qw] = thing.pose;
      mesh.name = thing.id;
      mesh.position.set(x, y, z);
      mesh.quaternion.set(qx, qy, qz, qw);
      mesh.castShadow = mesh.receiveShadow = true;
      this.root.add(mesh);
      this.#shown.set(thing.id, material);
    }
  }
}

function geometryOf(kind: string, size: readonly number[]) {
  if (kind !== 'mark') return new BoxGeometry(size[0], size[1], size[2]);
  // A hair above the floor, which it would flicker with.
  return new PlaneGeometry(size[0], size[1]).rotateX(-Math.PI / 2).translate(0, 0.004, 0);
}
