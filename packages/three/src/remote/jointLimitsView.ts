import { createJointAngles, type JointAngles, type JointDrive, updateJointAngles } from '@leib/reembody';
import {
  type BufferGeometry,
  Color,
  CylinderGeometry,
  DoubleSide,
  Group,
  Mesh,
  MeshBasicMaterial,
  Object3D,
  Quaternion,
  SphereGeometry,
  Vector3,
} from 'three';
import { disposeTree } from '../disposeTree.js';
import {
  buildLimitShape,
  coneOf,
  curveOf,
  fanOf,
  type LimitShape,
  middleOfTwist,
  placeOfHandle,
  pointOfTwist,
  rimOf,
  swingTurn,
  tubeOf,
} from './limitGeometry.js';

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

/** One end of one axis: a ball on the drawing that can be dragged. */
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
  /** Highlights one handle, or none. */
  mark(handle: LimitHandle | null): void;
  dispose(): void;
}

const axisColors = ['#ff6b6b', '#5bd66f', '#5b9dff'] as const;
const coneColor = '#8fb7d9';
const needleColor = '#ffd166';
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

/** What all drawings share. */
interface DrawingKit {
  /** By axis, then one for cones. */
  readonly fills: readonly MeshBasicMaterial[];
  readonly lines: readonly MeshBasicMaterial[];
  readonly needleMaterial: MeshBasicMaterial;
  readonly ballGeometry: BufferGeometry;
  readonly needleGeometry: BufferGeometry;
}

export function createJointLimitsView(): JointLimitsView {
  const root = new Group();
  root.name = 'joint limits view';
  const kit = createKit();
  const markedMaterial = createMaterial('#ffffff', 1);
  let shown: ShownJoint[] = [];
  let balls: ShownHandle[] = [];
  let handles: LimitHandle[] = [];
  /** The last frame's places: setJoints() needs them between two frames. */
  let places = new Float64Array(0);

  function clear(): void {
    for (const { root: each } of shown) {
      each.removeFromParent();
      each.traverse((node) => {
        const { geometry } = node as Mesh;
        if (geometry && geometry !== kit.ballGeometry && geometry !== kit.needleGeometry) geometry.dispose();
      });
    }
    shown = [];
    balls = [];
    handles = [];
  }

  return {
    root,
    get handles() {
      return handles;
    },
    setJoints(joints) {
      clear();
      shown = joints.map((joint) => drawJoint(kit, joint));
      if (shown.length > 0) root.add(...shown.map((each) => each.root));
      balls = shown.flatMap((each) => drawHandles(kit, each));
      handles = balls.map(({ handle }) => handle);
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
        ball.material = isSameHandle(handle, marked) ? markedMaterial : kit.lines[handle.axis];
      }
    },
    dispose() {
      clear();
      disposeTree(root);
      const { fills, lines, needleMaterial, ballGeometry, needleGeometry } = kit;
      for (const each of [...fills, ...lines, needleMaterial, markedMaterial]) each.dispose();
      for (const each of [ballGeometry, needleGeometry]) each.dispose();
    },
  };
}

function isSameHandle(handle: LimitHandle, other: LimitHandle | null): boolean {
  return handle.drive.part === other?.drive.part && handle.axis === other.axis && handle.end === other.end;
}

function createKit(): DrawingKit {
  return {
    fills: [...axisColors, coneColor].map((color) => createMaterial(color, 0.2)),
    lines: [...axisColors, coneColor].map((color) => createMaterial(color, 0.95)),
    needleMaterial: createMaterial(needleColor, 1),
    ballGeometry: new SphereGeometry(1, 20, 14),
    needleGeometry: new CylinderGeometry(0.35, 1, 1, 10).translate(0, 0.5, 0),
  };
}

function addMesh(parent: Object3D, geometry: BufferGeometry, material: MeshBasicMaterial, renderOrder: number): Mesh {
  const mesh = new Mesh(geometry, material);
  mesh.renderOrder = renderOrder;
  mesh.frustumCulled = false;
  parent.add(mesh);
  return mesh;
}

function addNeedle(kit: DrawingKit, parent: Object3D, length: number, radius: number): Object3D {
  const needle = addMesh(parent, kit.needleGeometry, kit.needleMaterial, order.needle);
  needle.scale.set(radius * LINE * 1.3, length, radius * LINE * 1.3);
  return needle;
}

/** The ranges of one joint and the needles on them. */
function drawJoint(kit: DrawingKit, joint: DrawnJoint): ShownJoint {
  const { fills, lines } = kit;
  const { drive, boneWay, radius } = joint;
  const shape = buildLimitShape(drive, boneWay, radius);
  const { swings, twist } = shape;
  const root = new Object3D();
  const swung = new Object3D();
  root.add(swung);
  if (swings.length === 2) {
    addMesh(root, coneOf(shape), fills[3], order.fill);
    addMesh(root, tubeOf(rimOf(shape), radius * LINE, true), lines[3], order.line);
  }
  for (const k of swings) {
    const axis = drive.axes[k];
    const points = curveOf(shape, k);
    if (swings.length === 1) addMesh(root, fanOf(points, new Vector3()), fills[axis], order.fill);
    addMesh(root, tubeOf(points, radius * LINE, false), lines[axis], order.line);
  }
  if (twist >= 0) {
    const points = curveOf(shape, twist);
    const axis = drive.axes[twist];
    addMesh(swung, fanOf(points, middleOfTwist(shape, new Vector3())), fills[axis], order.fill);
    addMesh(swung, tubeOf(points, radius * LINE, false), lines[axis], order.line);
  }
  const swingNeedle = swings.length > 0 ? addNeedle(kit, root, radius, radius) : null;
  const twistNeedle = twist < 0 ? null : addNeedle(kit, swung, radius * 0.34, radius);
  if (twistNeedle) middleOfTwist(shape, twistNeedle.position);
  return { joint, shape, angles: createJointAngles(drive), root, swung, swingNeedle, twistNeedle };
}

/** A ball at both ends of every axis. */
function drawHandles(kit: DrawingKit, { joint, shape, root, swung }: ShownJoint): ShownHandle[] {
  const { drive, radius } = joint;
  const axes = [...shape.swings, ...(shape.twist < 0 ? [] : [shape.twist])];
  return axes.flatMap((k) =>
    (['low', 'high'] as const).map((end): ShownHandle => {
      const handle: LimitHandle = { drive, k, axis: drive.axes[k], end, angle: drive[end][k] };
      const parent = k === shape.twist ? swung : root;
      const ball = addMesh(parent, kit.ballGeometry, kit.lines[handle.axis], order.handle);
      ball.scale.setScalar(radius * HANDLE);
      placeOfHandle(shape, k, handle.angle, ball.position);
      return { handle, ball };
    }),
  );
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
