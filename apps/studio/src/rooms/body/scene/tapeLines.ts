import type { MeasureName } from '@leib/body';
import type { InterleavedBufferAttribute } from 'three';
import { Group } from 'three';
import { LineMaterial } from 'three/examples/jsm/lines/LineMaterial.js';
import { LineSegments2 } from 'three/examples/jsm/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/examples/jsm/lines/LineSegmentsGeometry.js';
import type { ShownLine } from '../worker/bodyServiceTypes.js';

/** Segments of all tapes together: 33 lines of up to about a hundred corners. */
const CAPACITY = 4096;

interface Strand {
  readonly object: LineSegments2;
  readonly material: LineMaterial;
  /** Two ends of each segment, metres. CAPACITY x 6. */
  readonly ends: Float32Array;
  count: number;
}

/** The tapes on a body, one of them highlighted. They follow the skin during transitions. */
export class TapeLines {
  readonly root = new Group();
  #lines: readonly ShownLine[] = [];
  #strong: MeasureName | null = null;
  readonly #usual = createStrand(1.6);
  readonly #pointed = createStrand(3.2);
  /** Plumb lines and lengths run inside the body; highlighted, they show through it. */
  readonly #pointedInside = createStrand(3.2);
  #isStale = true;

  constructor() {
    this.root.name = 'tapes';
    this.root.add(this.#usual.object, this.#pointed.object, this.#pointedInside.object);
    this.#pointedInside.material.depthTest = false;
    this.#pointedInside.object.renderOrder = 1;
  }

  setColours(usual: string, strong: string): void {
    this.#usual.material.color.set(usual);
    this.#pointed.material.color.set(strong);
    this.#pointedInside.material.color.set(strong);
  }

  show(lines: readonly ShownLine[], strong: MeasureName | null): void {
    this.#lines = lines;
    this.#strong = strong;
    this.#isStale = true;
  }

  /** Updates the lines if they or the skin have changed. */
  update(positions: Float32Array, hasMoved: boolean): void {
    if (!hasMoved && !this.#isStale) return;
    this.#isStale = false;
    this.#usual.count = 0;
    this.#pointed.count = 0;
    this.#pointedInside.count = 0;
    for (let i = 0; i < this.#lines.length; i++) {
      const line = this.#lines[i];
      const strong = line.isClosed ? this.#pointed : this.#pointedInside;
      addLine(line.name === this.#strong ? strong : this.#usual, line, positions);
    }
    finish(this.#usual);
    finish(this.#pointed);
    finish(this.#pointedInside);
  }
}

function createStrand(linewidth: number): Strand {
  const ends = new Float32Array(CAPACITY * 6);
  const geometry = new LineSegmentsGeometry();
  // The geometry keeps this array, which update() writes in place.
  geometry.setPositions(ends);
  const material = new LineMaterial({ linewidth });
  const object = new LineSegments2(geometry, material);
  object.frustumCulled = false;
  geometry.instanceCount = 0;
  return { object, material, ends, count: 0 };
}

function addLine(strand: Strand, line: ShownLine, positions: Float32Array): void {
  const count = pointCount(line);
  const segmentCount = line.isClosed ? count : count - 1;
  for (let k = 0; k < segmentCount && strand.count < CAPACITY; k++) {
    const at = strand.count * 6;
    placePoint(line, k, positions, strand.ends, at);
    placePoint(line, (k + 1) % count, positions, strand.ends, at + 3);
    strand.count++;
  }
}

function finish({ object, count }: Strand): void {
  const { geometry } = object;
  geometry.instanceCount = count;
  (geometry.getAttribute('instanceStart') as InterleavedBufferAttribute).data.needsUpdate = true;
  object.visible = count > 0;
}

export function pointCount({ anchors, points }: ShownLine): number {
  return anchors ? anchors.shares.length : points.length / 3;
}

/** Writes the position of a point of a line on the current skin. */
export function placePoint(line: ShownLine, k: number, positions: Float32Array, out: Float32Array, at: number): void {
  const { anchors, points } = line;
  if (!anchors) {
    out[at] = points[k * 3];
    out[at + 1] = points[k * 3 + 1];
    out[at + 2] = points[k * 3 + 2];
    return;
  }
  const a = anchors.vertices[k * 2] * 3;
  const b = anchors.vertices[k * 2 + 1] * 3;
  const share = anchors.shares[k];
  for (let c = 0; c < 3; c++) out[at + c] = positions[a + c] + share * (positions[b + c] - positions[a + c]);
}
