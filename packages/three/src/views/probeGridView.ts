import {
  Color,
  CylinderGeometry,
  Group,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  type Object3D,
  SphereGeometry,
} from 'three';
import { disposeTree } from '../disposeTree.js';
import { createInstances, instanceMatrices } from './createInstances.js';
import { hideInstance, writePoint, writePose } from './instanceMatrix.js';

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

export interface ProbeGridView {
  readonly root: Object3D;
  /** Takes one frame: the tracker's pose, and its joint's centre where one is known. */
  update(trackerPose: Float64Array, centre: DrawnCentre | null): void;
  /** Forgets how far the probes have travelled: another joint, another try. */
  reset(): void;
  dispose(): void;
}

/** Drawn probes a side; the thesis searches 20 of them, more than an eye can tell apart. */
const SIDE = 7;
const COUNT = SIDE ** 3;
/** Edge of the cube around the tracker, metres: the thesis's 20 cm. */
const EDGE = 0.2;
/** A spread smaller than this is drawn as this, so that it can be seen; larger than this it is not drawn larger. */
const SMALLEST_SPREAD = 0.004;
const LARGEST_SPREAD = 0.08;

const farColor = new Color('#5b6675');
const nearColor = new Color('#4ccbb5');
const mixed = new Color();

/**
 * The thesis's picture of a search: probes that travel with the tracker, small and bright where they have travelled least,
 * which is where the joint is; and the found centre as a ball inside its spread.
 */
export function createProbeGridView(): ProbeGridView {
  const meshes = createMeshes();
  const { root, probes } = meshes;
  const grid: ProbeGrid = {
    local: gridPoints(),
    world: new Float64Array(COUNT * 3),
    paths: new Float64Array(COUNT),
    hasMoved: false,
  };
  const trackerMatrix = new Float32Array(16);

  return {
    root,
    reset() {
      grid.hasMoved = false;
      grid.paths.fill(0);
    },
    update(trackerPose, centre) {
      writePose(trackerMatrix, 0, trackerPose, 0, 1);
      const { least, most } = moveProbes(grid, trackerMatrix);
      const { world, paths } = grid;
      const matrices = instanceMatrices(probes);
      for (let i = 0; i < COUNT; i++) {
        // 1 where a probe has travelled least, 0 where most; sharp, so that one region stands out.
        const stillness = most > 0.01 ? ((most - paths[i]) / Math.max(1e-6, most - least)) ** 6 : 0;
        const at = i * 3;
        writePoint(matrices, i, world[at], world[at + 1], world[at + 2], 0.0012 + 0.0045 * stillness);
        probes.setColorAt(i, mixed.copy(farColor).lerp(nearColor, stillness));
      }
      probes.instanceMatrix.needsUpdate = true;
      if (probes.instanceColor) probes.instanceColor.needsUpdate = true;
      showCentre(meshes, centre, trackerMatrix);
    },
    dispose: () => disposeTree(root),
  };
}

interface ProbeGrid {
  /** Probes in the tracker's space, and where they were in the last frame. COUNT x 3. */
  readonly local: Float64Array;
  readonly world: Float64Array;
  /** How far each has travelled, metres. */
  readonly paths: Float64Array;
  hasMoved: boolean;
}

type ProbeMeshes = ReturnType<typeof createMeshes>;

function createMeshes() {
  const probeMaterial = new MeshBasicMaterial({ transparent: true, opacity: 0.85, depthTest: false });
  const probes = createInstances('probes', new SphereGeometry(1, 6, 4), probeMaterial, COUNT);
  probes.renderOrder = 1003;
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
  root.add(probes, spread, centres, axis);
  return { root, probes, centres, spread, axis };
}

function gridPoints(): Float64Array {
  return Float64Array.from({ length: COUNT * 3 }, (_, at) => {
    const step = Math.floor(Math.floor(at / 3) / SIDE ** (at % 3)) % SIDE;
    return (step / (SIDE - 1) - 0.5) * EDGE;
  });
}

/** Takes the probes along with the tracker; returns the shortest and the longest way so far. */
function moveProbes(grid: ProbeGrid, m: Float32Array): { least: number; most: number } {
  const { local, world, paths } = grid;
  let least = Number.POSITIVE_INFINITY;
  let most = 0;
  for (let i = 0; i < COUNT; i++) {
    const at = i * 3;
    let movedSq = 0;
    for (let k = 0; k < 3; k++) {
      const next = m[k] * local[at] + m[4 + k] * local[at + 1] + m[8 + k] * local[at + 2] + m[12 + k];
      movedSq += (next - world[at + k]) ** 2;
      world[at + k] = next;
    }
    if (grid.hasMoved) paths[i] += Math.sqrt(movedSq);
    if (paths[i] < least) least = paths[i];
    if (paths[i] > most) most = paths[i];
  }
  grid.hasMoved = true;
  return { least, most };
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
