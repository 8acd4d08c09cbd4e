import { POSE_SIZE } from '@leib/tracking';
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
  /** Takes one frame: the tracker's pose, and its joint's centre where one is known. Allocates nothing. */
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

  const local = new Float64Array(COUNT * 3);
  for (let i = 0; i < COUNT; i++) {
    for (let k = 0; k < 3; k++) {
      const step = Math.floor(i / SIDE ** k) % SIDE;
      local[i * 3 + k] = (step / (SIDE - 1) - 0.5) * EDGE;
    }
  }
  const world = new Float64Array(COUNT * 3);
  const paths = new Float64Array(COUNT);
  const matrix = new Float32Array(16);
  const place = new Float64Array(POSE_SIZE);
  let hasLast = false;

  return {
    root,
    reset() {
      hasLast = false;
      paths.fill(0);
    },
    update(trackerPose, centre) {
      writePose(matrix, 0, trackerPose, 0, 1);
      let least = Number.POSITIVE_INFINITY;
      let most = 0;
      for (let i = 0; i < COUNT; i++) {
        const at = i * 3;
        let movedSq = 0;
        for (let k = 0; k < 3; k++) {
          const next =
            matrix[k] * local[at] + matrix[4 + k] * local[at + 1] + matrix[8 + k] * local[at + 2] + matrix[12 + k];
          movedSq += (next - world[at + k]) ** 2;
          world[at + k] = next;
        }
        if (hasLast) paths[i] += Math.sqrt(movedSq);
        if (paths[i] < least) least = paths[i];
        if (paths[i] > most) most = paths[i];
      }
      hasLast = true;
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
      showCentre(centre);
    },
    dispose: () => disposeTree(root),
  };

  function showCentre(centre: DrawnCentre | null): void {
    spread.visible = centre !== null;
    axis.visible = centre?.isHinge === true;
    const ball = instanceMatrices(centres);
    centres.instanceMatrix.needsUpdate = true;
    if (centre === null) {
      hideInstance(ball, 0);
      return;
    }
    const { centreLocal: c, axisLocal: a } = centre;
    for (let k = 0; k < 3; k++) {
      place[k] = matrix[k] * c[0] + matrix[4 + k] * c[1] + matrix[8 + k] * c[2] + matrix[12 + k];
    }
    writePoint(ball, 0, place[0], place[1], place[2], 0.006);
    spread.position.set(place[0], place[1], place[2]);
    // The worst direction is the ellipsoid's own Y.
    const x = matrix[0] * a[0] + matrix[4] * a[1] + matrix[8] * a[2];
    const y = matrix[1] * a[0] + matrix[5] * a[1] + matrix[9] * a[2];
    const z = matrix[2] * a[0] + matrix[6] * a[1] + matrix[10] * a[2];
    turnUpTo(spread, x, y, z);
    axis.position.copy(spread.position);
    axis.quaternion.copy(spread.quaternion);
    spread.scale.set(
      shownSpread(centre.spreadAcross),
      shownSpread(centre.spreadAlong),
      shownSpread(centre.spreadAcross),
    );
  }
}

function shownSpread(spread: number): number {
  return Math.min(LARGEST_SPREAD, Math.max(SMALLEST_SPREAD, 2 * spread));
}

/** The shortest turn of +Y onto a unit direction. */
function turnUpTo(object: Object3D, x: number, y: number, z: number): void {
  if (y < -0.9999) object.quaternion.set(1, 0, 0, 0);
  else object.quaternion.set(z, 0, -x, 1 + y).normalize();
}
