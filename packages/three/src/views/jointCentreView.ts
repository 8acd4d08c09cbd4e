import {
  CylinderGeometry,
  Group,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  type Object3D,
  SphereGeometry,
} from 'three';
import { disposeTree } from '../disposeTree.js';
import { createInstances, hideInstance, instanceMatrices, writePoint, writePose } from './instanceMatrix.js';

/** A joint's centre as it is known so far, in the tracker's space. */
export interface DrawnCentre {
  readonly centreLocal: ArrayLike<number>;
  /** What it may be off by along its worst direction and across, metres. */
  readonly spreadAlong: number;
  readonly spreadAcross: number;
  /** The worst direction, or a hinge's axis; tracker space, unit length. */
  readonly axisLocal: ArrayLike<number>;
  readonly isHinge: boolean;
}

export interface JointCentreView {
  readonly root: Object3D;
  /** Takes one frame: the tracker's pose, and the joint's centre where one is known. */
  update(trackerPose: Float64Array, centre: DrawnCentre | null): void;
  dispose(): void;
}

/** A spread smaller than this is drawn as this, so that it can be seen; larger than this it is not drawn larger. */
const SMALLEST_SPREAD = 0.004;
const LARGEST_SPREAD = 0.08;

/** The joint that a tracker is turned about: its centre as a ball inside of what it may be off by, a hinge with its axis. */
export function createJointCentreView(): JointCentreView {
  const meshes = createMeshes();
  const { root } = meshes;
  const trackerMatrix = new Float32Array(16);
  return {
    root,
    update(trackerPose, centre) {
      writePose(trackerMatrix, 0, trackerPose, 0, 1);
      showCentre(meshes, centre, trackerMatrix);
    },
    dispose: () => disposeTree(root),
  };
}

type CentreMeshes = ReturnType<typeof createMeshes>;

function createMeshes() {
  const centreMaterial = new MeshLambertMaterial({ color: '#ffb454', depthTest: false, transparent: true });
  const centres = createInstances('found centre', new SphereGeometry(1, 20, 14), centreMaterial, 1);
  centres.renderOrder = 1005;
  const spread = new Mesh(
    new SphereGeometry(1, 24, 16),
    new MeshBasicMaterial({ color: '#ffb454', transparent: true, opacity: 0.28, depthTest: false }),
  );
  spread.name = 'spread';
  spread.renderOrder = 1004;
  const axis = new Mesh(
    new CylinderGeometry(0.002, 0.002, 0.24, 8),
    new MeshBasicMaterial({ color: '#ffb454', depthTest: false, transparent: true }),
  );
  axis.name = 'hinge axis';
  axis.renderOrder = 1005;
  const root = new Group();
  root.name = 'joint centre view';
  root.add(spread, centres, axis);
  return { root, centres, spread, axis };
}

function showCentre({ centres, spread, axis }: CentreMeshes, centre: DrawnCentre | null, m: Float32Array): void {
  spread.visible = centre !== null;
  axis.visible = centre?.isHinge === true;
  const ball = instanceMatrices(centres);
  centres.instanceMatrix.needsUpdate = true;
  if (centre === null) {
    hideInstance(ball, 0);
    return;
  }
  const { centreLocal: c, axisLocal: a } = centre;
  const alongRow = (k: number, v: ArrayLike<number>) => m[k] * v[0] + m[4 + k] * v[1] + m[8 + k] * v[2];
  spread.position.set(alongRow(0, c) + m[12], alongRow(1, c) + m[13], alongRow(2, c) + m[14]);
  writePoint(ball, 0, spread.position.x, spread.position.y, spread.position.z, 0.006);
  // The worst direction is the ellipsoid's own Y.
  turnUpTo(spread, alongRow(0, a), alongRow(1, a), alongRow(2, a));
  axis.position.copy(spread.position);
  axis.quaternion.copy(spread.quaternion);
  spread.scale.set(shownSpread(centre.spreadAcross), shownSpread(centre.spreadAlong), shownSpread(centre.spreadAcross));
}

function shownSpread(spread: number): number {
  return Math.min(LARGEST_SPREAD, Math.max(SMALLEST_SPREAD, 2 * spread));
}

/** The shortest turn of +Y onto a unit direction. */
function turnUpTo(object: Object3D, x: number, y: number, z: number): void {
  if (y < -0.9999) object.quaternion.set(1, 0, 0, 0);
  else object.quaternion.set(z, 0, -x, 1 + y).normalize();
}
