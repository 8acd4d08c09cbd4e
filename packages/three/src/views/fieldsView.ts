import { createQuat, createVec3, quat, type Vec3, vec3 } from '@leib/core';
import type { EmbodyModel, EmbodyState } from '@leib/embody';
import { Color, Group, MeshBasicMaterial, type Object3D, SphereGeometry } from 'three';
import { disposeTree } from '../disposeTree.js';
import { createInstances, hideInstance, instanceMatrices, writePoint } from './instanceMatrix.js';

type ArmsState = EmbodyState['arms'];

export interface FieldsView {
  /** In the body's space: add it beside the body. */
  readonly root: Object3D;
  /** Centres of what is drawn, the body's space, and its size: x y z radius each; left arm's fields, then right's. */
  readonly spheres: Float64Array;
  /** How many are drawn: fields of the left arm, then as many of the right. */
  count: number;
  /** Emphasises one, or none (-1). */
  setHeld(sphere: number): void;
  update(model: EmbodyModel['arms'], state: ArmsState): void;
  dispose(): void;
}

const MOST_FIELDS = 32;
/** Numbers per field in ArmModel.fields. */
const FIELD_SIZE = 5;
const repulsive = new Color('#fb7185');
const attractive = new Color('#2dd4bf');
const held = new Color('#fbbf24');

/** Magnetic fields of the arms as translucent spheres with a core that can be taken hold of: red pushes, green pulls. */
export function createFieldsView(): FieldsView {
  const shell = new MeshBasicMaterial({ transparent: true, opacity: 0.1, depthWrite: false });
  const core = new MeshBasicMaterial({ transparent: true, opacity: 0.85, depthTest: false });
  const shells = createInstances('magnetic fields', new SphereGeometry(1, 24, 16), shell, MOST_FIELDS);
  const cores = createInstances('field centres', new SphereGeometry(1, 12, 8), core, MOST_FIELDS);
  cores.renderOrder = 1001;
  const root = new Group();
  root.name = 'fields view';
  root.add(shells, cores);
  const centre = createVec3();
  const chest = createVec3();
  const meshes = [shells, cores];
  let heldSphere = -1;

  const view: FieldsView = {
    root,
    spheres: new Float64Array(MOST_FIELDS * 4),
    count: 0,
    setHeld(sphere) {
      heldSphere = sphere;
    },
    update(model, state) {
      view.count = 0;
      for (let side = 0; side < 2; side++) {
        const arm = model.arms[side];
        const armState = state.arms[side];
        if (arm === null || armState === null) continue;
        // Fields count from the chest's joint, in the chest's axes.
        vec3.transformQuat(chest, arm.collarOffset, armState.chestRotation);
        vec3.subtract(chest, armState.collarWorld, chest);
        for (let at = 0; at < arm.fields.length && view.count < MOST_FIELDS; at += FIELD_SIZE) {
          vec3.set(centre, arm.fields[at], arm.fields[at + 1], arm.fields[at + 2]);
          vec3.transformQuat(centre, centre, armState.chestRotation);
          vec3.add(centre, centre, chest);
          place(view.count++, centre[0], centre[1], centre[2], arm.fields[at + 3], arm.fields[at + 4] > 0);
        }
      }
      for (let i = view.count; i < MOST_FIELDS; i++) {
        hideInstance(instanceMatrices(shells), i);
        hideInstance(instanceMatrices(cores), i);
      }
      for (const mesh of meshes) {
        mesh.instanceMatrix.needsUpdate = true;
        if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
      }
    },
    dispose() {
      disposeTree(root);
    },
  };

  function place(sphere: number, x: number, y: number, z: number, radius: number, isRepulsive: boolean): void {
    view.spheres[sphere * 4] = x;
    view.spheres[sphere * 4 + 1] = y;
    view.spheres[sphere * 4 + 2] = z;
    view.spheres[sphere * 4 + 3] = radius;
    writePoint(instanceMatrices(shells), sphere, x, y, z, radius);
    writePoint(instanceMatrices(cores), sphere, x, y, z, 0.018);
    const color = sphere === heldSphere ? held : isRepulsive ? repulsive : attractive;
    shells.setColorAt(sphere, color);
    cores.setColorAt(sphere, color);
  }
  return view;
}

/** A way in the body's space, in the axes in which an arm's fields are written: those of the chest. */
export function wayInChest(state: ArmsState, side: 0 | 1, way: readonly [x: number, y: number, z: number]): Vec3 {
  const arm = state.arms[side];
  const out = createVec3(way[0], way[1], way[2]);
  if (arm === null) return out;
  const inverse = quat.conjugate(createQuat(), arm.chestRotation);
  vec3.transformQuat(out, out, inverse);
  return out;
}
