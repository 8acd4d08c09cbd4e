import { BufferAttribute, BufferGeometry, Group, LineBasicMaterial, LineSegments, Points, PointsMaterial } from 'three';

/** Red dots as in the thesis's pictures, visible through the skin. */
const DOT_COLOUR = '#e0261c';
const DOT_SIZE = 0.032;

/** Corner numbers of the twelve edges of a box; bits are x, y and z. */
const boxEdges = [0, 1, 2, 3, 4, 5, 6, 7, 0, 2, 1, 3, 4, 6, 5, 7, 0, 4, 1, 5, 2, 6, 3, 7];

/** Marks on a body: the box around it, and dots at its named vertices. */
export class BodyMarks {
  readonly root = new Group();
  readonly #box = new LineSegments(new BufferGeometry(), new LineBasicMaterial({ color: DOT_COLOUR }));
  readonly #dots = new Points(
    new BufferGeometry(),
    new PointsMaterial({ color: DOT_COLOUR, size: DOT_SIZE, depthTest: false, transparent: true }),
  );

  constructor() {
    this.#box.name = 'box';
    this.#dots.name = 'named points';
    this.#box.frustumCulled = false;
    this.#dots.frustumCulled = false;
    this.root.add(this.#box, this.#dots);
  }

  setColour(colour: string): void {
    this.#box.material.color.set(colour);
  }

  /** @param vertices to mark with dots; null: none */
  show(positions: Float32Array, hasBox: boolean, vertices: Uint32Array | null): void {
    this.#box.visible = hasBox;
    this.#dots.visible = vertices !== null;
    if (hasBox) replacePositions(this.#box.geometry, boxLines(positions));
    if (vertices) {
      const places = Float32Array.from({ length: vertices.length * 3 }, (_, i) => {
        return positions[vertices[Math.floor(i / 3)] * 3 + (i % 3)];
      });
      replacePositions(this.#dots.geometry, places);
    }
  }

  dispose(): void {
    this.root.removeFromParent();
    for (const part of [this.#box, this.#dots]) {
      part.geometry.dispose();
      part.material.dispose();
    }
  }
}

/** Ends of the twelve edges of the box around points. 24 x 3. */
export function boxLines(positions: Float32Array): Float32Array {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i++) {
    low[i % 3] = Math.min(low[i % 3], positions[i]);
    high[i % 3] = Math.max(high[i % 3], positions[i]);
  }
  return Float32Array.from(boxEdges.flatMap((corner) => [0, 1, 2].map((k) => ((corner >> k) & 1 ? high : low)[k])));
}

function replacePositions(geometry: BufferGeometry, positions: Float32Array): void {
  geometry.dispose();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
}
