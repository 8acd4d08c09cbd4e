import { type JointFrame, POSE_SIZE, quality, trackedPoints } from '@leib/tracking';
import {
  Color,
  CylinderGeometry,
  Group,
  MeshBasicMaterial,
  MeshLambertMaterial,
  type Object3D,
  SphereGeometry,
} from 'three';
import { disposeTree } from '../disposeTree.js';
import { createInstances, instanceMatrices } from './createInstances.js';
import { hideInstance, writePoint, writePose, writeSegment } from './instanceMatrix.js';
import { qualityColors } from './qualityColors.js';

export interface TargetsViewOptions {
  /** Length of the axes, metres. */
  readonly size?: number;
  /** Shows the points through the body. */
  readonly xray?: boolean;
}

export interface TargetsView {
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
