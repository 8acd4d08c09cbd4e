import { areaOfPolygon, type MeasureWhat, onPlane, type ScenePoint } from '@leib/stage';
import { disposeTree } from '@leib/three';
import {
  BufferGeometry,
  type Camera,
  CylinderGeometry,
  DoubleSide,
  Float32BufferAttribute,
  Group,
  Mesh,
  MeshBasicMaterial,
  ShapeUtils,
  SphereGeometry,
  Vector2,
  Vector3,
} from 'three';

/** A measurement, a note, or one that is being made, as it is drawn: the world's metres. */
export interface ShownMark {
  readonly what: MeasureWhat | 'note';
  readonly points: readonly ScenePoint[];
  readonly colour: string;
  readonly isChosen: boolean;
}

/** Half the width of lines and of points, as seen from a metre away and never thinner than the second, metres. */
const LINE = { seen: 0.0016, least: 0.0015 } as const;
const BALL = { seen: 0.005, least: 0.006 } as const;
/** What is chosen is drawn thicker by this much; the leg across of a height thinner. */
const CHOSEN = 1.7;
const LEG = 0.45;
const FILL = { plain: 0.2, chosen: 0.4 } as const;

const along = new Vector3(0, 1, 0);
const way = new Vector3();
const eye = new Vector3();

type Part = Mesh<BufferGeometry, MeshBasicMaterial>;

interface MarkParts {
  readonly root: Group;
  readonly material: MeshBasicMaterial;
  readonly fillMaterial: MeshBasicMaterial;
  readonly lines: Part[];
  readonly balls: Part[];
  fill: Part | null;
  /** The points whose area is filled. */
  filled: readonly ScenePoint[] | null;
}

/** Lines, points and filled areas of measurements; they are seen through what stands before them. */
export class MeasuresView {
  readonly root = new Group();
  readonly #line = new CylinderGeometry(1, 1, 1, 8).translate(0, 0.5, 0);
  readonly #ball = new SphereGeometry(1, 16, 12);
  readonly #shown: MarkParts[] = [];

  constructor() {
    this.root.name = 'measures';
  }

  update(marks: readonly ShownMark[], camera: Camera): void {
    camera.getWorldPosition(eye);
    while (this.#shown.length < marks.length) this.#add();
    for (const [i, parts] of this.#shown.entries()) {
      const mark = marks[i];
      parts.root.visible = mark !== undefined;
      if (mark) this.#show(parts, mark);
    }
  }

  dispose(): void {
    disposeTree(this.root);
    for (const { material, fillMaterial } of this.#shown) {
      material.dispose();
      fillMaterial.dispose();
    }
    this.#line.dispose();
    this.#ball.dispose();
    this.root.removeFromParent();
  }

  #add(): void {
    const material = new MeshBasicMaterial({ depthTest: false, transparent: true, opacity: 0.95 });
    const fillMaterial = new MeshBasicMaterial({ transparent: true, side: DoubleSide, depthWrite: false });
    const root = new Group();
    this.root.add(root);
    this.#shown.push({ root, material, fillMaterial, lines: [], balls: [], fill: null, filled: null });
  }

  #show(parts: MarkParts, { what, points, colour, isChosen }: ShownMark): void {
    parts.material.color.set(colour);
    parts.fillMaterial.color.set(colour);
    parts.fillMaterial.opacity = isChosen ? FILL.chosen : FILL.plain;
    const thick = isChosen ? CHOSEN : 1;
    const segments = segmentsOf(what, points);
    this.#have(parts.lines, segments.length, this.#line, parts);
    for (const [i, { from, to, width }] of segments.entries()) placeLine(parts.lines[i], from, to, thick * width);
    this.#have(parts.balls, points.length, this.#ball, parts);
    for (const [i, point] of points.entries()) {
      parts.balls[i].position.set(...point);
      parts.balls[i].scale.setScalar(thick * widthAt(parts.balls[i].position, BALL));
    }
    this.#fill(parts, what === 'area' && points.length > 2 ? points : null);
  }

  #have(meshes: Part[], count: number, geometry: BufferGeometry, { root, material }: MarkParts): void {
    while (meshes.length < count) {
      const mesh = new Mesh(geometry, material);
      mesh.renderOrder = 5;
      meshes.push(mesh);
      root.add(mesh);
    }
    for (const [i, mesh] of meshes.entries()) mesh.visible = i < count;
  }

  #fill(parts: MarkParts, points: readonly ScenePoint[] | null): void {
    if (points === parts.filled) return;
    parts.filled = points;
    parts.fill?.removeFromParent();
    parts.fill?.geometry.dispose();
    parts.fill = null;
    if (!points) return;
    parts.fill = new Mesh(fillGeometry(points), parts.fillMaterial);
    parts.root.add(parts.fill);
  }
}

interface Segment {
  readonly from: ScenePoint;
  readonly to: ScenePoint;
  /** Of a line's width. */
  readonly width: number;
}

/** A height is drawn from its lower point across, and then up. */
function segmentsOf(what: ShownMark['what'], points: readonly ScenePoint[]): readonly Segment[] {
  if (what === 'note' || points.length < 2) return [];
  if (what === 'height') {
    const [low, high] = points[0][1] <= points[1][1] ? points : [points[1], points[0]];
    const corner: ScenePoint = [high[0], low[1], high[2]];
    return [
      { from: corner, to: high, width: 1 },
      { from: low, to: corner, width: LEG },
    ];
  }
  const count = what === 'area' && points.length > 2 ? points.length : points.length - 1;
  return points.slice(0, count).map((from, i) => ({ from, to: points[(i + 1) % points.length], width: 1 }));
}

function placeLine(line: Part, from: ScenePoint, to: ScenePoint, width: number): void {
  line.position.set(...from);
  way.set(...to).sub(line.position);
  const length = way.length();
  line.quaternion.setFromUnitVectors(along, way.normalize());
  way.multiplyScalar(length / 2).add(line.position);
  const half = width * widthAt(way, LINE);
  line.scale.set(half, Math.max(1e-5, length), half);
}

function widthAt(at: Vector3, { seen, least }: typeof LINE | typeof BALL): number {
  return Math.max(least, seen * eye.distanceTo(at));
}

/** Triangles of the polygon as it is on the plane that fits it best. */
function fillGeometry(points: readonly ScenePoint[]): BufferGeometry {
  const { normal, middle } = areaOfPolygon(points);
  const flat = onPlane(points, normal, middle).map(([x, y]) => new Vector2(x, y));
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(points.flat(), 3));
  geometry.setIndex(ShapeUtils.triangulateShape(flat, []).flat());
  return geometry;
}

/** Where the value of a mark is written. */
export function labelPlaceOf({ what, points }: Pick<ShownMark, 'what' | 'points'>): Vector3 {
  if (what === 'height') {
    const [a, b] = points;
    const high = a[1] > b[1] ? a : b;
    return new Vector3(high[0], (a[1] + b[1]) / 2, high[2]);
  }
  const sum = points.reduce((total, point) => total.add(way.set(...point)), new Vector3());
  return sum.divideScalar(Math.max(1, points.length));
}
