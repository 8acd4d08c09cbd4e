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

/** Which layers are drawn. */
export interface ShownLayers {
  readonly points: boolean;
  readonly lines: boolean;
  readonly fat: boolean;
  readonly fur: boolean;
}

/** What is below and on the surface: inner points, masses of fat, tips of fur, and lines from inner places to the skin. */
export class LayersView {
  readonly root = new Group();
  readonly #points = createPoints('#ffb454');
  readonly #fat = new Group();
  readonly #fur = new Group();
  readonly #lines = new LineSegments(
    new BufferGeometry(),
    new LineBasicMaterial({ color: '#ef6f6c', depthTest: false, transparent: true }),
  );
  #model: PuppetModel | null = null;

  constructor() {
    this.root.add(this.#lines, this.#points, this.#fat, this.#fur);
    this.#lines.frustumCulled = false;
    this.#lines.renderOrder = 5;
  }

  update(model: PuppetModel, state: PuppetState, shown: ShownLayers): void {
    if (model !== this.#model) this.#build(model);
    this.#points.visible = shown.points;
    this.#lines.visible = shown.lines;
    if (shown.points) write(this.#points.geometry, state.inner.pointPositions);
    this.#fat.visible = shown.fat;
    this.#fur.visible = shown.fur;
    const { inner, skin } = state;
    if (shown.lines) writeOffsets(this.#lines.geometry, inner.positions, skin.positions);
    for (const [i, child] of this.#fat.children.entries()) {
      if (shown.fat) writeSum((child as Points).geometry, inner.positions, skin.layers[i].now);
    }
    for (const [i, child] of this.#fur.children.entries()) {
      if (shown.fur) write((child as Points).geometry, skin.furs[i].tips);
    }
  }

  #build(model: PuppetModel): void {
    this.#model = model;
    const { inner, skin } = model;
    for (const group of [this.#fat, this.#fur]) for (const child of [...group.children]) disposeTree(child);
    // The last layer is the skin itself.
    for (let i = 0; i + 1 < skin.layers.length; i++) this.#fat.add(createPoints('#e88bb5'));
    for (let i = 0; i < skin.furs.length; i++) this.#fur.add(createPoints('#8fb7ff'));
    resize(this.#points, inner.pointCount);
    resize(this.#lines, inner.placeCount * 2);
    for (const child of [...this.#fat.children, ...this.#fur.children]) resize(child as Points, inner.placeCount);
  }
}

function createPoints(color: string): Points {
  const look = { color, size: 2, sizeAttenuation: false, depthTest: false, transparent: true, opacity: 0.8 } as const;
  const points = new Points(new BufferGeometry(), new PointsMaterial(look));
  points.frustumCulled = false;
  points.renderOrder = 6;
  return points;
}

function resize(object: Points | LineSegments, count: number): void {
  object.geometry.dispose();
  object.geometry = new BufferGeometry();
  const positions = new BufferAttribute(new Float32Array(count * 3), 3).setUsage(DynamicDrawUsage);
  object.geometry.setAttribute('position', positions);
}

/** Places, and masses by their offsets from them. */
function writeSum(geometry: BufferGeometry, places: Float64Array, offsets: Float64Array): void {
  const attribute = geometry.getAttribute('position') as BufferAttribute;
  const out = attribute.array as Float32Array;
  for (let i = 0; i < out.length; i++) out[i] = places[i] + offsets[i];
  attribute.needsUpdate = true;
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
