import {
  Color,
  CylinderGeometry,
  Group,
  type InstancedMesh,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  type Object3D,
  OctahedronGeometry,
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

/** The probes of a search, as it has them. */
export interface DrawnProbes {
  /** Tracker space, metres. Count x 3; another array is another grid. */
  readonly probes: Float64Array;
  /** How far each has travelled, in any unit. */
  readonly paths: ArrayLike<number>;
  /** Rises with every sample: probes are drawn anew then. */
  readonly revision: number;
}

export interface ProbeGridView {
  readonly root: Object3D;
  /** Takes one frame: the tracker's pose, the probes, and the joint's centre where one is known. */
  update(trackerPose: Float64Array, probes: DrawnProbes, centre: DrawnCentre | null): void;
  dispose(): void;
}

/** Radius of a probe that has travelled most, and what is added where it has travelled least, metres. */
const FAR_RADIUS = 0.0009;
const NEAR_RADIUS = 0.0045;
/** A spread smaller than this is drawn as this, so that it can be seen; larger than this it is not drawn larger. */
const SMALLEST_SPREAD = 0.004;
const LARGEST_SPREAD = 0.08;

const farColor = new Color('#5b6675');
const nearColor = new Color('#4ccbb5');
const mixed = new Color();

/**
 * The thesis's picture of a search: probes that travel with the tracker, large and bright where they have travelled least,
 * which is where the joint is; and the found centre as a ball inside its spread.
 */
export function createProbeGridView(): ProbeGridView {
  const meshes = createMeshes();
  const { root } = meshes;
  const tracker = new Group();
  root.add(tracker);
  const trackerMatrix = new Float32Array(16);
  let probes: InstancedMesh | null = null;
  let drawn: DrawnProbes | null = null;

  return {
    root,
    update(trackerPose, next, centre) {
      writePose(trackerMatrix, 0, trackerPose, 0, 1);
      tracker.position.set(trackerPose[0], trackerPose[1], trackerPose[2]);
      tracker.quaternion.set(trackerPose[3], trackerPose[4], trackerPose[5], trackerPose[6]);
      if (probes === null || probes.count !== next.paths.length) {
        if (probes !== null) disposeTree(probes);
        probes?.removeFromParent();
        probes = createProbes(next.paths.length);
        tracker.add(probes);
        drawn = null;
      }
      if (drawn?.probes !== next.probes || drawn.revision !== next.revision) showProbes(probes, next);
      drawn = next;
      showCentre(meshes, centre, trackerMatrix);
    },
    dispose: () => disposeTree(root),
  };
}

function createProbes(count: number): InstancedMesh {
  const material = new MeshBasicMaterial({ transparent: true, opacity: 0.85, depthTest: false });
  const probes = createInstances('probes', new OctahedronGeometry(1), material, count);
  probes.renderOrder = 1003;
  return probes;
}

function showProbes(mesh: InstancedMesh, { probes, paths }: DrawnProbes): void {
  let least = Number.POSITIVE_INFINITY;
  let most = 0;
  for (let i = 0; i < paths.length; i++) {
    if (paths[i] < least) least = paths[i];
    if (paths[i] > most) most = paths[i];
  }
  const matrices = instanceMatrices(mesh);
  for (let i = 0; i < paths.length; i++) {
    // 1 where a probe has travelled least, 0 where most; sharp, so that one region stands out.
    const stillness = most > 0 ? ((most - paths[i]) / Math.max(1e-9, most - least)) ** 12 : 0;
    const at = i * 3;
    writePoint(matrices, i, probes[at], probes[at + 1], probes[at + 2], FAR_RADIUS + NEAR_RADIUS * stillness);
    mesh.setColorAt(i, mixed.copy(farColor).lerp(nearColor, stillness));
  }
  mesh.instanceMatrix.needsUpdate = true;
  if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
}

type ProbeMeshes = ReturnType<typeof createMeshes>;

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
  root.name = 'probe grid view';
  root.add(spread, centres, axis);
  return { root, centres, spread, axis };
}

function showCentre({ centres, spread, axis }: ProbeMeshes, centre: DrawnCentre | null, m: Float32Array): void {
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
