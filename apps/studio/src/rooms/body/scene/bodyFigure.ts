import { disposeTree } from '@leib/three';
import {
  BufferAttribute,
  BufferGeometry,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshStandardMaterial,
  Points,
  PointsMaterial,
} from 'three';
import type { BodySpaceInfo, ShownOther, ShownPart } from '../worker/bodyServiceTypes.js';

/** Duration of the transition to another body, seconds. */
const MORPH_SECONDS = 0.25;

/** A body on the stage that changes smoothly into another. Positions and normals are written per frame. */
export class BodyFigure {
  readonly mesh: Mesh<BufferGeometry, MeshStandardMaterial>;
  #from: Float32Array = new Float32Array();
  #fromNormals: Float32Array = new Float32Array();
  #to: Float32Array = new Float32Array();
  #toNormals: Float32Array = new Float32Array();
  #share = 1;

  constructor(name: string) {
    // Offset, so that tapes on the skin are visible.
    const material = new MeshStandardMaterial({
      roughness: 0.8,
      vertexColors: true,
      polygonOffset: true,
      polygonOffsetFactor: 1.5,
      polygonOffsetUnits: 2,
    });
    this.mesh = new Mesh(new BufferGeometry(), material);
    this.mesh.name = name;
    this.mesh.castShadow = true;
    this.mesh.receiveShadow = true;
    this.mesh.frustumCulled = false;
    this.mesh.visible = false;
  }

  /** The surface as shown now, metres; empty before the first. */
  get positions(): Float32Array {
    return (this.mesh.geometry.getAttribute('position')?.array as Float32Array | undefined) ?? this.#to;
  }

  get isMorphing(): boolean {
    return this.#share < 1;
  }

  /** Starts the transition to another surface; without transition for the first one or another topology. */
  show(triangles: Uint32Array, positions: Float32Array, normals: Float32Array): void {
    const isSame =
      this.mesh.visible && this.mesh.geometry.index?.array === triangles && this.#to.length === positions.length;
    this.mesh.visible = true;
    if (!isSame) this.#replace(triangles, positions, normals);
    const { geometry } = this.mesh;
    this.#from.set(geometry.getAttribute('position').array as Float32Array);
    this.#fromNormals.set(geometry.getAttribute('normal').array as Float32Array);
    this.#to = positions;
    this.#toNormals = normals;
    this.#share = isSame ? 0 : 1;
  }

  hide(): void {
    this.mesh.visible = false;
  }

  /** Sets linear colours of the vertices; `plain` for all where there are none. */
  paint(colours: Float32Array | null, plain: string): void {
    const { geometry, material } = this.mesh;
    material.color.set(colours ? '#ffffff' : plain);
    const known = geometry.getAttribute('color') as BufferAttribute | undefined;
    const wanted = colours ?? new Float32Array(this.#to.length).fill(1);
    if (known && known.array.length === wanted.length) {
      (known.array as Float32Array).set(wanted);
      known.needsUpdate = true;
    } else geometry.setAttribute('color', new BufferAttribute(wanted.slice(), 3));
  }

  setOpacity(opacity: number): void {
    const { material } = this.mesh;
    const isTransparent = opacity < 1;
    if (material.transparent !== isTransparent) material.needsUpdate = true;
    material.transparent = isTransparent;
    material.depthWrite = !isTransparent;
    material.opacity = opacity;
    this.mesh.castShadow = !isTransparent;
  }

  step(dtSeconds: number): void {
    if (this.#share >= 1) return;
    this.#share = Math.min(1, this.#share + dtSeconds / MORPH_SECONDS);
    const { geometry } = this.mesh;
    const eased = this.#share * this.#share * (3 - 2 * this.#share);
    const positions = geometry.getAttribute('position');
    const normals = geometry.getAttribute('normal');
    blend(positions.array as Float32Array, this.#from, this.#to, eased);
    // Not of unit length during the transition; the shader normalises.
    blend(normals.array as Float32Array, this.#fromNormals, this.#toNormals, eased);
    positions.needsUpdate = true;
    normals.needsUpdate = true;
  }

  #replace(triangles: Uint32Array, positions: Float32Array, normals: Float32Array): void {
    this.mesh.geometry.dispose();
    const geometry = new BufferGeometry();
    geometry.setIndex(new BufferAttribute(triangles, 1));
    geometry.setAttribute('position', new BufferAttribute(positions.slice(), 3));
    geometry.setAttribute('normal', new BufferAttribute(normals.slice(), 3));
    this.mesh.geometry = geometry;
    this.#from = positions.slice();
    this.#fromNormals = normals.slice();
  }
}

function blend(out: Float32Array, from: Float32Array, to: Float32Array, share: number): void {
  for (let i = 0; i < out.length; i++) out[i] = from[i] + share * (to[i] - from[i]);
}

/** The dressed body on the stage: one mesh per part. */
export class DressedFigure {
  readonly root = new Group();
  #shown: readonly ShownPart[] | null = null;

  constructor() {
    this.root.name = 'dressed body';
  }

  /** Shows other parts; does nothing for the ones that are shown already. */
  show(parts: readonly ShownPart[] | null): void {
    if (parts === this.#shown) return;
    for (const mesh of [...this.root.children]) disposeTree(mesh);
    this.#shown = parts;
    if (parts) this.root.add(...parts.map(meshOf));
  }
}

function meshOf({ name, positions, normals, triangles, colours, colour, roughness }: ShownPart): Mesh {
  const geometry = new BufferGeometry();
  geometry.setIndex(new BufferAttribute(triangles, 1));
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.setAttribute('normal', new BufferAttribute(normals, 3));
  if (colours) geometry.setAttribute('color', new BufferAttribute(colours, 3));
  const material = new MeshStandardMaterial({ roughness, vertexColors: colours !== null });
  material.color.setRGB(...colour);
  const mesh = new Mesh(geometry, material);
  mesh.name = name;
  mesh.castShadow = true;
  mesh.receiveShadow = true;
  return mesh;
}

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
}

export function halfWidthOf(positions: Float32Array): number {
  let most = 0;
  for (let at = 0; at < positions.length; at += 3) most = Math.max(most, Math.abs(positions[at]));
  return most;
}

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
