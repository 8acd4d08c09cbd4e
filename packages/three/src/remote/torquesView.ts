import { CONTACT_SIZE, type JointDrive, MAX_CONTACTS } from '@leib/reembody';
import {
  Color,
  CylinderGeometry,
  Group,
  type InstancedMesh,
  MeshBasicMaterial,
  type Object3D,
  SphereGeometry,
} from 'three';
import { disposeTree } from '../disposeTree.js';
import { createInstances, hideInstance, instanceMatrices, writePoint, writeSegment } from '../views/instanceMatrix.js';

/** Joints that a body may have: 22 parts, and 15 finger segments a hand. */
const MAX_JOINTS = 64;
/** Of the ball of a joint that gives all it can, metres; below the smallest share nothing is drawn. */
const RADIUS = 0.07;
const SMALLEST_SHARE = 0.03;
const atRest = new Color('#5bd66f');
const atLimit = new Color('#ff4d4d');

/** How hard each joint works: a ball whose volume is the share of its largest torque, green to red. */
export interface TorquesView {
  /** In the simulation's space. */
  readonly root: Object3D;
  /** A frame of a RemoteSession: places of the parts from `placesAt`, torques of the axes from `torquesAt` on. */
  update(drives: readonly JointDrive[], frame: Float64Array, placesAt: number, torquesAt: number): void;
  dispose(): void;
}

export function createTorquesView(): TorquesView {
  const root = new Group();
  root.name = 'torques view';
  const material = new MeshBasicMaterial({ transparent: true, opacity: 0.75, depthTest: false });
  const balls = createInstances('torques', new SphereGeometry(1, 16, 12), material, MAX_JOINTS);
  balls.renderOrder = 920;
  root.add(balls);
  const color = new Color();
  return {
    root,
    update(drives, frame, placesAt, torquesAt) {
      const matrices = instanceMatrices(balls);
      for (let i = 0; i < MAX_JOINTS; i++) {
        const share = i < drives.length ? shareOf(drives[i], frame, torquesAt) : 0;
        if (share < SMALLEST_SHARE) {
          hideInstance(matrices, i);
          continue;
        }
        const at = placesAt + drives[i].part * 7;
        writePoint(matrices, i, frame[at], frame[at + 1], frame[at + 2], RADIUS * Math.cbrt(share));
        balls.setColorAt(i, color.lerpColors(atRest, atLimit, share));
      }
      balls.instanceMatrix.needsUpdate = true;
      if (balls.instanceColor) balls.instanceColor.needsUpdate = true;
    },
    dispose() {
      disposeTree(root);
      material.dispose();
    },
  };
}

/** Of the axis that works hardest, 0..1. */
function shareOf({ firstSpeed, speedCount, maxTorque }: JointDrive, frame: Float64Array, torquesAt: number): number {
  let largest = 0;
  for (let k = 0; k < speedCount; k++) {
    if (maxTorque[k] > 0) largest = Math.max(largest, Math.abs(frame[torquesAt + firstSpeed + k]) / maxTorque[k]);
  }
  return Math.min(1, largest);
}

/** Metres that a newton is drawn long, and the longest bar. */
const METRES_PER_NEWTON = 0.002;
const LONGEST = 0.5;
const POINT_RADIUS = 0.012;
const THICKNESS = 0.006;

/** Where things touch: a point, and a bar along the normal as long as the force is strong. */
interface ContactForcesView {
  /** In the simulation's space. */
  readonly root: Object3D;
  /** Contacts as a frame of a RemoteSession has them, from `at` on. */
  update(frame: Float64Array, at: number, count: number): void;
  dispose(): void;
}

export function createContactForcesView(color = '#ff5d73'): ContactForcesView {
  const root = new Group();
  root.name = 'contact forces view';
  const material = new MeshBasicMaterial({ color, depthTest: false, transparent: true });
  const points = createInstances('contact points', new SphereGeometry(1, 12, 8), material, MAX_CONTACTS);
  const bars = createInstances('contact forces', new CylinderGeometry(1, 1, 1, 8), material, MAX_CONTACTS);
  for (const mesh of [points, bars]) mesh.renderOrder = 900;
  root.add(points, bars);
  const ends = new Float64Array(6);
  return {
    root,
    update(frame, at, count) {
      for (let i = 0; i < MAX_CONTACTS; i++) {
        if (i >= count) {
          hideInstance(instanceMatrices(points), i);
          hideInstance(instanceMatrices(bars), i);
          continue;
        }
        const from = at + i * CONTACT_SIZE;
        const length = Math.min(LONGEST, Math.max(0, frame[from + 6]) * METRES_PER_NEWTON);
        for (let k = 0; k < 3; k++) {
          ends[k] = frame[from + k];
          ends[3 + k] = frame[from + k] + frame[from + 3 + k] * length;
        }
        writePoint(instanceMatrices(points), i, ends[0], ends[1], ends[2], POINT_RADIUS);
        writeSegment(instanceMatrices(bars), i, ends, 0, 3, THICKNESS);
      }
      changed(points);
      changed(bars);
    },
    dispose() {
      disposeTree(root);
      material.dispose();
    },
  };
}

function changed(mesh: InstancedMesh): void {
  mesh.instanceMatrix.needsUpdate = true;
}
