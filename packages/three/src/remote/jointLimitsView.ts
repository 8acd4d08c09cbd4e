import { createJointAngles, type JointAngles, type JointDrive, updateJointAngles } from '@leib/reembody';
import {
  BufferAttribute,
  BufferGeometry,
  CatmullRomCurve3,
  Color,
  CylinderGeometry,
  DoubleSide,
  Group,
  Mesh,
  MeshBasicMaterial,
  Object3D,
  Quaternion,
  SphereGeometry,
  TubeGeometry,
  Vector3,
} from 'three';
import { disposeTree } from '../disposeTree.js';
import {
  buildLimitShape,
  type LimitShape,
  middleOfTwist,
  pointOfSwing,
  pointOfTwist,
  restOfOther,
  swingTurn,
} from './limitCurve.js';

/** One joint whose limits are to be drawn. */
export interface DrawnJoint {
  readonly drive: JointDrive;
  /** The part that it hangs on, by number. */
  readonly parent: number;
  /** Where the part's bone leads at rest. */
  readonly boneWay: ArrayLike<number>;
  /** Metres. */
  readonly radius: number;
}

/** One end of one axis: a ball on the drawing that can be taken hold of. */
export interface LimitHandle {
  readonly drive: JointDrive;
  /** Place of the axis in `drive.axes`, and the axis: 0 x, 1 y, 2 z. */
  readonly k: number;
  readonly axis: number;
  readonly end: 'low' | 'high';
  /** Radians. */
  readonly angle: number;
}

/**
 * Limits of joints on the body. One axis across the bone is a sector, two are the cone of all places that the bone's end
 * reaches, the twist about the bone is a bracelet; needles show how the joint is turned now. x red, y green, z blue.
 */
export interface JointLimitsView {
  /** In the simulation's space. */
  readonly root: Object3D;
  /** Every end that is drawn. */
  readonly handles: readonly LimitHandle[];
  /** Rebuilds the drawing, where the parts were last. Not for every frame. */
  setJoints(joints: readonly DrawnJoint[]): void;
  /** Places of the parts, position and rotation, parts x 7 from `at` on: `partCount` of them. */
  update(places: Float64Array, at: number, partCount: number): void;
  /** Where a handle would be at another angle, world space; null where its joint is not drawn. */
  handlePoint(handle: LimitHandle, angle: number, out: Vector3): Vector3 | null;
  /** How an axis is turned now, radians; null where its joint is not drawn. */
  angleOf(part: number, axis: number): number | null;
  /** Shows one handle as taken, or none. */
  mark(handle: LimitHandle | null): void;
  dispose(): void;
}

const axisColors = ['#ff6b6b', '#5bd66f', '#5b9dff'] as const;
const coneColor = '#8fb7d9';
const needleColor = '#ffd166';
const STEPS = 48;
const CONE_STEPS = 24;
/** Of lines and balls, as shares of the drawn radius. */
const LINE = 0.016;
const HANDLE = 0.055;
/** Drawn over the body, in this order. */
const order = { fill: 950, line: 951, needle: 952, handle: 953 } as const;

interface ShownJoint {
  readonly joint: DrawnJoint;
  readonly shape: LimitShape;
  readonly angles: JointAngles;
  /** At the joint, turned as the parent; and in it, as the bone is swung. */
  readonly root: Object3D;
  readonly swung: Object3D;
  /** Lies along +Y of its own; null where there is nothing to point at. */
  readonly swingNeedle: Object3D | null;
  readonly twistNeedle: Object3D | null;
}

interface ShownHandle {
  readonly handle: LimitHandle;
  readonly ball: Mesh;
}

export function createJointLimitsView(): JointLimitsView {
  const root = new Group();
  root.name = 'joint limits view';
  const fills = [...axisColors, coneColor].map((color) => createMaterial(color, 0.2));
  const lines = [...axisColors, coneColor].map((color) => createMaterial(color, 0.95));
  const needleMaterial = createMaterial(needleColor, 1);
  const markedMaterial = createMaterial('#ffffff', 1);
  const materials = [...fills, ...lines, needleMaterial, markedMaterial];
  const ballGeometry = new SphereGeometry(1, 20, 14);
  const needleGeometry = new CylinderGeometry(0.35, 1, 1, 10).translate(0, 0.5, 0);
  let shown: ShownJoint[] = [];
  let balls: ShownHandle[] = [];
  let handles: LimitHandle[] = [];
  /** Frames are handed to and fro: what is needed between two of them is kept. */
  let places = new Float64Array(0);

  function clear(): void {
    for (const { root: each } of shown) {
      each.removeFromParent();
      each.traverse((node) => {
        const { geometry } = node as Mesh;
        if (geometry && geometry !== ballGeometry && geometry !== needleGeometry) geometry.dispose();
      });
    }
    shown = [];
    balls = [];
    handles = [];
  }

  function addMesh(parent: Object3D, geometry: BufferGeometry, material: MeshBasicMaterial, renderOrder: number): Mesh {
    const mesh = new Mesh(geometry, material);
    mesh.renderOrder = renderOrder;
    mesh.frustumCulled = false;
    parent.add(mesh);
    return mesh;
  }

  function addNeedle(parent: Object3D, length: number, radius: number): Object3D {
    const needle = addMesh(parent, needleGeometry, needleMaterial, order.needle);
    needle.scale.set(radius * LINE * 1.3, length, radius * LINE * 1.3);
    return needle;
  }

  function addJoint(joint: DrawnJoint): void {
    const { drive, boneWay, radius } = joint;
    const shape = buildLimitShape(drive, boneWay, radius);
    const { swings, twist } = shape;
    const at = new Object3D();
    const swung = new Object3D();
    at.add(swung);
    root.add(at);
    if (swings.length === 2) {
      addMesh(at, coneOf(shape), fills[3], order.fill);
      addMesh(at, tubeOf(rimOf(shape), radius * LINE, true), lines[3], order.line);
    }
    for (const k of swings) {
      const axis = drive.axes[k];
      const points = curveOf(shape, k);
      if (swings.length === 1) addMesh(at, fanOf(points, new Vector3()), fills[axis], order.fill);
      addMesh(at, tubeOf(points, radius * LINE, false), lines[axis], order.line);
    }
    if (twist >= 0) {
      const points = curveOf(shape, twist);
      const axis = drive.axes[twist];
      addMesh(swung, fanOf(points, middleOfTwist(shape, new Vector3())), fills[axis], order.fill);
      addMesh(swung, tubeOf(points, radius * LINE, false), lines[axis], order.line);
    }
    const swingNeedle = swings.length > 0 ? addNeedle(at, radius, radius) : null;
    const twistNeedle = twist < 0 ? null : addNeedle(swung, radius * 0.34, radius);
    if (twistNeedle) middleOfTwist(shape, twistNeedle.position);
    const added: ShownJoint = {
      joint,
      shape,
      angles: createJointAngles(drive),
      root: at,
      swung,
      swingNeedle,
      twistNeedle,
    };
    shown.push(added);
    for (const k of [...swings, ...(twist < 0 ? [] : [twist])]) {
      for (const end of ['low', 'high'] as const) {
        const handle: LimitHandle = { drive, k, axis: drive.axes[k], end, angle: drive[end][k] };
        const ball = addMesh(k === twist ? swung : at, ballGeometry, lines[handle.axis], order.handle);
        ball.scale.setScalar(radius * HANDLE);
        placeOfHandle(shape, k, handle.angle, ball.position);
        balls.push({ handle, ball });
        handles.push(handle);
      }
    }
  }

  return {
    root,
    get handles() {
      return handles;
    },
    setJoints(joints) {
      clear();
      for (const joint of joints) addJoint(joint);
      if (places.length > 0) for (const each of shown) updateJoint(each, places);
    },
    update(frame, at, partCount) {
      if (places.length !== partCount * 7) places = new Float64Array(partCount * 7);
      for (let i = 0; i < places.length; i++) places[i] = frame[at + i];
      for (let i = 0; i < shown.length; i++) updateJoint(shown[i], places);
    },
    handlePoint(handle, angle, out) {
      const found = shown.find(({ joint }) => joint.drive.part === handle.drive.part);
      const k = found ? found.joint.drive.axes.indexOf(handle.axis) : -1;
      if (!found || k < 0) return null;
      const space = k === found.shape.twist ? found.swung : found.root;
      space.updateWorldMatrix(true, false);
      return placeOfHandle(found.shape, k, angle, out).applyMatrix4(space.matrixWorld);
    },
    angleOf(part, axis) {
      const found = shown.find(({ joint }) => joint.drive.part === part);
      const k = found ? found.joint.drive.axes.indexOf(axis) : -1;
      return found && k >= 0 ? found.angles.angles[k] : null;
    },
    mark(marked) {
      for (const { handle, ball } of balls) {
        const isMarked =
          marked !== null &&
          handle.drive.part === marked.drive.part &&
          handle.axis === marked.axis &&
          handle.end === marked.end;
        ball.material = isMarked ? markedMaterial : lines[handle.axis];
      }
    },
    dispose() {
      clear();
      disposeTree(root);
      for (const each of [ballGeometry, needleGeometry, ...materials]) each.dispose();
    },
  };
}

function createMaterial(color: string, opacity: number): MeshBasicMaterial {
  return new MeshBasicMaterial({
    color: new Color(color),
    transparent: true,
    opacity,
    side: DoubleSide,
    depthTest: false,
    depthWrite: false,
  });
}

// Scratch: every call writes these before reading them.
const rotation = new Float64Array(4);
const parentTurn = new Quaternion();
const ownTurn = new Quaternion();
const way = new Vector3();
const up = new Vector3(0, 1, 0);

function updateJoint(
  { joint, shape, angles, root, swung, swingNeedle, twistNeedle }: ShownJoint,
  places: Float64Array,
): void {
  const { drive, parent } = joint;
  const p = drive.part * 7;
  const q = parent * 7 + 3;
  parentTurn.set(places[q], places[q + 1], places[q + 2], places[q + 3]);
  ownTurn.set(places[p + 3], places[p + 4], places[p + 5], places[p + 6]);
  root.position.set(places[p], places[p + 1], places[p + 2]);
  root.quaternion.copy(parentTurn);
  ownTurn.premultiply(parentTurn.invert());
  rotation[0] = ownTurn.x;
  rotation[1] = ownTurn.y;
  rotation[2] = ownTurn.z;
  rotation[3] = ownTurn.w;
  updateJointAngles(angles, rotation, 0);
  swingTurn(shape, angles.angles, swung.quaternion);
  if (swingNeedle)
    swingNeedle.quaternion.setFromUnitVectors(up, way.copy(shape.zeroWay).applyQuaternion(swung.quaternion));
  if (twistNeedle) {
    pointOfTwist(shape, angles.angles[shape.twist], way).sub(twistNeedle.position).normalize();
    twistNeedle.quaternion.setFromUnitVectors(up, way);
  }
}

/** In the space of the parent, or of the swung bone for a twist. */
function placeOfHandle(shape: LimitShape, k: number, angle: number, out: Vector3): Vector3 {
  if (k === shape.twist) return pointOfTwist(shape, angle, out);
  const other = restOfOther(shape, k);
  return k === shape.swings[0] ? pointOfSwing(shape, angle, other, out) : pointOfSwing(shape, other, angle, out);
}

/** From an axis's low end to its high end. */
function curveOf(shape: LimitShape, k: number): Vector3[] {
  const { low, high } = shape.drive;
  return Array.from({ length: STEPS + 1 }, (_, i) =>
    placeOfHandle(shape, k, low[k] + ((high[k] - low[k]) * i) / STEPS, new Vector3()),
  );
}

/** Once around what the bone's end reaches. */
function rimOf(shape: LimitShape): Vector3[] {
  const { low, high } = shape.drive;
  const [a, b] = shape.swings;
  const corners = [
    [low[a], low[b]],
    [high[a], low[b]],
    [high[a], high[b]],
    [low[a], high[b]],
  ];
  return corners.flatMap(([fromA, fromB], side) => {
    const [toA, toB] = corners[(side + 1) % 4];
    return Array.from({ length: CONE_STEPS }, (_, i) => {
      const share = i / CONE_STEPS;
      return pointOfSwing(shape, fromA + (toA - fromA) * share, fromB + (toB - fromB) * share, new Vector3());
    });
  });
}

/** The cone's mantle, from the joint to the rim, and its cap on the ball that the bone's end moves on. */
function coneOf(shape: LimitShape): BufferGeometry {
  const { low, high } = shape.drive;
  const [a, b] = shape.swings;
  const point = new Vector3();
  const size = CONE_STEPS + 1;
  const positions: number[] = [];
  for (let i = 0; i < size * size; i++) {
    const first = low[a] + ((high[a] - low[a]) * (i % size)) / CONE_STEPS;
    const second = low[b] + ((high[b] - low[b]) * Math.floor(i / size)) / CONE_STEPS;
    positions.push(...pointOfSwing(shape, first, second, point).toArray());
  }
  const indices: number[] = [];
  for (let row = 0; row < CONE_STEPS; row++) {
    for (let column = 0; column < CONE_STEPS; column++) {
      const i = row * size + column;
      indices.push(i, i + 1, i + size, i + 1, i + size + 1, i + size);
    }
  }
  const rim = rimOf(shape);
  const apex = positions.length / 3;
  positions.push(0, 0, 0, ...rim.flatMap((each) => each.toArray()));
  for (let i = 0; i < rim.length; i++) indices.push(apex, apex + 1 + i, apex + 1 + ((i + 1) % rim.length));
  return geometryOf(positions, indices);
}

function fanOf(points: readonly Vector3[], middle: Vector3): BufferGeometry {
  const positions = [middle, ...points].flatMap((each) => each.toArray());
  const indices = points.slice(1).flatMap((_, i) => [0, i + 1, i + 2]);
  return geometryOf(positions, indices);
}

function geometryOf(positions: readonly number[], indices: number[]): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(Float32Array.from(positions), 3));
  geometry.setIndex(indices);
  return geometry;
}

function tubeOf(points: Vector3[], radius: number, isClosed: boolean): BufferGeometry {
  return new TubeGeometry(new CatmullRomCurve3(points, isClosed), points.length, radius, 6, isClosed);
}
