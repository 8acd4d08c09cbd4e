import { CONTACT_SIZE, MAX_CONTACTS } from '@leib/reembody';
import { CylinderGeometry, Group, type InstancedMesh, MeshBasicMaterial, type Object3D, SphereGeometry } from 'three';
import { disposeTree } from '../disposeTree.js';
import { createInstances, instanceMatrices } from '../views/createInstances.js';
import { hideInstance, writePoint, writeSegment } from '../views/instanceMatrix.js';

/** Metres that a newton is drawn long, and the longest bar. */
const METRES_PER_NEWTON = 0.002;
const LONGEST = 0.5;
const POINT_RADIUS = 0.012;
const THICKNESS = 0.006;

/** Where things touch: a point, and a bar along the normal as long as the force is strong. */
export interface ContactForcesView {
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
