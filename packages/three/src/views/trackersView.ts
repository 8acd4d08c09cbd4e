import { type JointFrame, POSE_SIZE, quality, trackedPoints } from '@leib/tracking';
import {
  type BufferGeometry,
  Color,
  CylinderGeometry,
  Group,
  MeshBasicMaterial,
  MeshLambertMaterial,
  type Object3D,
  SphereGeometry,
} from 'three';
import { mergeGeometries } from 'three/examples/jsm/utils/BufferGeometryUtils.js';
import { disposeTree } from '../disposeTree.js';
import {
  createInstances,
  hideInstance,
  instanceMatrices,
  writePoint,
  writePose,
  writeSegment,
} from './instanceMatrix.js';

/** A thing to draw as a tracker: a feed's device is one. */
export interface DrawnTracker {
  readonly id: string;
  /** World pose, 7 numbers. */
  readonly pose: Float64Array;
  /** One of `quality`. */
  readonly quality: number;
}

export interface TrackersView {
  readonly root: Object3D;
  /** Id of the one that is drawn larger and in its own colour; null for none. */
  marked: string | null;
  update(trackers: readonly DrawnTracker[]): void;
  dispose(): void;
}

const MOST = 24;
const bodyColor = new Color('#8e99a8');
const markedColor = new Color('#ffb454');

/**
 * Loose trackers as small pucks where they are, +Y out of the lid, with a lamp in the colour of their quality. A lost one
 * stays where it was seen last.
 */
export function createTrackersView(): TrackersView {
  const pucks = createInstances('tracker pucks', createPuckGeometry(), new MeshLambertMaterial(), MOST);
  const lamps = createInstances(
    'tracker lamps',
    new CylinderGeometry(0.008, 0.008, 0.006, 16).translate(0, 0.017, 0.012),
    new MeshLambertMaterial({ emissive: '#222222' }),
    MOST,
  );
  pucks.castShadow = true;
  const root = new Group();
  root.name = 'trackers view';
  root.add(pucks, lamps);
  const view: TrackersView = {
    root,
    marked: null,
    update(trackers) {
      const [puckMatrices, lampMatrices] = [instanceMatrices(pucks), instanceMatrices(lamps)];
      for (let i = 0; i < MOST; i++) {
        if (i >= trackers.length) {
          hideInstance(puckMatrices, i);
          hideInstance(lampMatrices, i);
          continue;
        }
        const { id, pose, quality: grade } = trackers[i];
        const isMarked = id === view.marked;
        const size = isMarked ? 1.25 : grade === quality.lost ? 0.8 : 1;
        writePose(puckMatrices, i, pose, 0, size);
        writePose(lampMatrices, i, pose, 0, size);
        pucks.setColorAt(i, isMarked ? markedColor : bodyColor);
        lamps.setColorAt(i, qualityColors[grade]);
      }
      for (const mesh of [pucks, lamps]) {
        mesh.instanceMatrix.needsUpdate = true;
        if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
      }
    },
    dispose: () => disposeTree(root),
  };
  return view;
}

/** A flat round thing of 7 cm with a foot to strap it on by. */
function createPuckGeometry(): BufferGeometry {
  const parts = [
    new CylinderGeometry(0.031, 0.035, 0.018, 32).translate(0, 0.005, 0),
    new CylinderGeometry(0.022, 0.031, 0.006, 32).translate(0, 0.017, 0),
    new CylinderGeometry(0.016, 0.016, 0.008, 24).translate(0, -0.008, 0),
  ];
  const merged = mergeGeometries(parts);
  for (const part of parts) part.dispose();
  return merged;
}

/** By number of `quality` in @leib/tracking: lost, inferred, tracked. */
export const qualityColors: readonly Color[] = [new Color('#ef4444'), new Color('#f59e0b'), new Color('#10b981')];

interface TargetsViewOptions {
  /** Length of the axes, metres. */
  readonly size?: number;
  /** Shows the points through the body. */
  readonly xray?: boolean;
}

interface TargetsView {
  /** In world space: add it to the scene itself. */
  readonly root: Object3D;
  update(frame: JointFrame): void;
  dispose(): void;
}

const axisColors = [new Color('#ef5350'), new Color('#66bb6a'), new Color('#42a5f5')];

/**
 * Every tracked point as three axes and a ball in the colour of its quality. A point that was never tracked is not
 * shown; one that is lost stays, smaller, where it is held.
 */
export function createTargetsView({ size = 0.09, xray = true }: TargetsViewOptions = {}): TargetsView {
  const count = trackedPoints.length;
  const ballMaterial = new MeshLambertMaterial({ depthTest: !xray, transparent: xray });
  const axisMaterial = new MeshBasicMaterial({ depthTest: !xray, transparent: xray });
  const balls = createInstances('target balls', new SphereGeometry(1, 16, 12), ballMaterial, count);
  const rod = new CylinderGeometry(1, 1, 1, 8);
  rod.translate(0, 0.5, 0);
  const axes = createInstances('target axes', rod, axisMaterial, count * 3);
  for (let i = 0; i < count * 3; i++) axes.setColorAt(i, axisColors[i % 3]);
  axes.renderOrder = xray ? 1001 : 0;
  balls.renderOrder = xray ? 1002 : 0;
  const root = new Group();
  root.name = 'targets view';
  root.add(balls, axes);

  const wasSeen = new Uint8Array(count);
  const shownQuality = new Uint8Array(count).fill(255);
  const ends = new Float64Array(6);
  const frameMatrix = new Float32Array(16);

  return {
    root,
    update(frame) {
      const ballMatrices = instanceMatrices(balls);
      const axisMatrices = instanceMatrices(axes);
      for (let point = 0; point < count; point++) {
        const grade = frame.lostSeconds[point] > 0 ? quality.lost : frame.quality[point];
        if (grade !== quality.lost) wasSeen[point] = 1;
        if (!wasSeen[point]) {
          hideInstance(ballMatrices, point);
          for (let axis = 0; axis < 3; axis++) hideInstance(axisMatrices, point * 3 + axis);
          continue;
        }
        if (shownQuality[point] !== grade) {
          shownQuality[point] = grade;
          balls.setColorAt(point, qualityColors[grade]);
          if (balls.instanceColor) balls.instanceColor.needsUpdate = true;
        }
        const at = point * POSE_SIZE;
        const length = grade === quality.lost ? size * 0.5 : size;
        const { jointPoses: poses } = frame;
        writePoint(ballMatrices, point, poses[at], poses[at + 1], poses[at + 2], length * 0.16);
        writePose(frameMatrix, 0, poses, at, length);
        for (let axis = 0; axis < 3; axis++) {
          for (let k = 0; k < 3; k++) {
            ends[k] = frameMatrix[12 + k];
            ends[3 + k] = frameMatrix[12 + k] + frameMatrix[axis * 4 + k];
          }
          writeSegment(axisMatrices, point * 3 + axis, ends, 0, 3, length * 0.035);
        }
      }
      balls.instanceMatrix.needsUpdate = true;
      axes.instanceMatrix.needsUpdate = true;
    },
    dispose() {
      disposeTree(root);
    },
  };
}
