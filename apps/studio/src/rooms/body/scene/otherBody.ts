import { BufferAttribute, BufferGeometry, Group, Points, PointsMaterial } from 'three';
import type { BodySpaceInfo, ShownOther } from '../worker/bodyServiceTypes.js';
import { BodyFigure } from './bodyFigure.js';
import { BodyMarks } from './bodyMarks.js';

/** Colour of a body of another topology, which has no suit. */
const OTHER_COLOUR = '#a4a9b3';
const CLOUD_POINT = 0.006;

/** A body beside the first: a surface or a point cloud, its box and its named points. */
export class OtherBody {
  readonly place = new Group();
  readonly figure: BodyFigure;
  readonly marks = new BodyMarks();
  readonly #cloud = new Points(new BufferGeometry(), new PointsMaterial({ color: OTHER_COLOUR, size: CLOUD_POINT }));
  #shown: ShownOther | null = null;
  #halfWidth = 0.5;
  /** Where it is going, metres from the first body. */
  goalX = 0;

  constructor(name: string) {
    this.figure = new BodyFigure(name);
    this.#cloud.name = `${name}, points`;
    this.#cloud.frustumCulled = false;
    this.place.add(this.figure.mesh, this.#cloud, this.marks.root);
  }

  get halfWidth(): number {
    return this.#halfWidth;
  }

  show(other: ShownOther, info: BodySpaceInfo, opacity: number): void {
    if (other !== this.#shown) {
      this.#shown = other;
      this.#halfWidth = halfWidthOf(other.positions);
      const isCloud = other.triangles?.length === 0;
      this.#cloud.visible = isCloud;
      if (isCloud) {
        this.figure.hide();
        this.#cloud.geometry.dispose();
        this.#cloud.geometry.setAttribute('position', new BufferAttribute(other.positions, 3));
      } else {
        this.figure.show(other.triangles ?? info.triangles, other.positions, other.normals);
        this.figure.paint(other.triangles ? null : info.otherSuit, OTHER_COLOUR);
      }
    }
    this.figure.setOpacity(opacity);
  }

  dispose(): void {
    this.place.removeFromParent();
    this.figure.dispose();
    this.marks.dispose();
    this.#cloud.geometry.dispose();
    this.#cloud.material.dispose();
  }
}

export function halfWidthOf(positions: Float32Array): number {
  let most = 0;
  for (let at = 0; at < positions.length; at += 3) most = Math.max(most, Math.abs(positions[at]));
  return most;
}
