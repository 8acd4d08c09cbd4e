import type { PuppetModel, PuppetState } from '@leib/puppet';
import { disposeTree } from '@leib/three';
import {
  BufferAttribute,
  BufferGeometry,
  DynamicDrawUsage,
  Group,
  LineBasicMaterial,
  LineSegments,
  Points,
  PointsMaterial,
} from 'three';

/** What is below the surface: the inner points that parts move, and lines from inner places to the skin on them. */
export class LayersView {
  readonly root = new Group();
  readonly #points = new Points(
    new BufferGeometry(),
    new PointsMaterial({
      color: '#ffb454',
      size: 2,
      sizeAttenuation: false,
      depthTest: false,
      transparent: true,
      opacity: 0.8,
    }),
  );
  readonly #lines = new LineSegments(
    new BufferGeometry(),
    new LineBasicMaterial({ color: '#ef6f6c', depthTest: false, transparent: true }),
  );
  #model: PuppetModel | null = null;

  constructor() {
    this.root.add(this.#lines, this.#points);
    for (const object of [this.#points, this.#lines]) object.frustumCulled = false;
    this.#points.renderOrder = 6;
    this.#lines.renderOrder = 5;
  }

  update(model: PuppetModel, state: PuppetState, shown: { readonly points: boolean; readonly lines: boolean }): void {
    if (model !== this.#model) this.#build(model);
    this.#points.visible = shown.points;
    this.#lines.visible = shown.lines;
    if (shown.points) write(this.#points.geometry, state.inner.pointPositions);
    if (shown.lines) writeOffsets(this.#lines.geometry, state.inner.positions, state.skin.positions);
  }

  dispose(): void {
    disposeTree(this.root);
  }

  #build(model: PuppetModel): void {
    this.#model = model;
    const { inner } = model;
    const sizes = [
      [this.#points, inner.pointCount],
      [this.#lines, inner.placeCount * 2],
    ] as const;
    for (const [object, count] of sizes) {
      object.geometry.dispose();
      object.geometry = new BufferGeometry();
      const positions = new BufferAttribute(new Float32Array(count * 3), 3).setUsage(DynamicDrawUsage);
      object.geometry.setAttribute('position', positions);
    }
  }
}

function write(geometry: BufferGeometry, positions: Float64Array): void {
  const attribute = geometry.getAttribute('position') as BufferAttribute;
  (attribute.array as Float32Array).set(positions);
  attribute.needsUpdate = true;
}

function writeOffsets(geometry: BufferGeometry, inner: Float64Array, skin: Float64Array): void {
  const attribute = geometry.getAttribute('position') as BufferAttribute;
  const out = attribute.array as Float32Array;
  for (let place = 0; place < inner.length / 3; place++) {
    for (let k = 0; k < 3; k++) {
      out[place * 6 + k] = inner[place * 3 + k];
      out[place * 6 + 3 + k] = skin[place * 3 + k];
    }
  }
  attribute.needsUpdate = true;
}
