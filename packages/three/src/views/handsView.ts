import { HAND_JOINT_COUNT, type JointFrame, POSE_SIZE, pointNumber, quality, type TrackedHand } from '@leib/tracking';
import {
  type BufferGeometry,
  CapsuleGeometry,
  Color,
  CylinderGeometry,
  Group,
  MeshStandardMaterial,
  type Object3D,
  SphereGeometry,
  TorusGeometry,
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

/** Colours of a hand that is tracked, and of one whose pose is only inferred. */
const trackedColor = '#dfe6f2';
const inferredColor = '#f5c97a';

export interface HandsView {
  /** In world space: add it to the scene itself. */
  readonly root: Object3D;
  update(frame: JointFrame): void;
  dispose(): void;
}

/** Joint that each of WebXR's 25 hangs on: metacarpals on the wrist (0), the others on the one before. */
const jointParents = Array.from({ length: HAND_JOINT_COUNT }, (_, joint) =>
  joint === 0 ? -1 : joint === 1 || joint % 5 === 0 ? 0 : joint - 1,
);
const boneCount = HAND_JOINT_COUNT - 1;

/** Radii, metres: wrist, then from each finger's root to its tip. */
const jointRadius = (joint: number) =>
  joint === 0 ? 0.011 : 0.0085 - 0.00095 * (joint < 5 ? joint : ((joint - 5) % 5) + 0.5);

function createHandMeshes() {
  const handMaterial = new MeshStandardMaterial({ roughness: 0.55 });
  const controllerMaterial = new MeshStandardMaterial({ roughness: 0.4, metalness: 0.1 });
  const joints = createInstances('hand joints', new SphereGeometry(1, 14, 10), handMaterial, 2 * HAND_JOINT_COUNT);
  const rod = new CylinderGeometry(0.8, 1, 1, 10, 1, true);
  rod.translate(0, 0.5, 0);
  const bones = createInstances('hand bones', rod, handMaterial, 2 * boneCount);
  const controllers = createInstances('controllers', createControllerGeometry(), controllerMaterial, 2);
  for (const mesh of [joints, bones, controllers]) mesh.castShadow = true;
  const root = new Group();
  root.name = 'hands view';
  root.add(joints, bones, controllers);
  return { root, joints, bones, controllers };
}

/**
 * What the hands do, as the device sees it: joints and bones of tracked hands; where a hand has no joints but is
 * tracked, a plain controller with its trigger's pull as colour; nothing where it is lost.
 */
export function createHandsView(): HandsView {
  const { root, joints, bones, controllers } = createHandMeshes();
  const gradeColors = [new Color(inferredColor), new Color(inferredColor), new Color(trackedColor)];
  const controllerIdle = new Color('#3a4150');
  const controllerPressed = new Color('#4f8cff');
  const mixed = new Color();
  const shownQuality = new Int8Array(2).fill(-1);
  const shownPull = new Float64Array(2).fill(-1);

  function updateHand(side: number, hand: TrackedHand): void {
    const jointMatrices = instanceMatrices(joints);
    const boneMatrices = instanceMatrices(bones);
    const isShown = hand.quality !== quality.lost;
    for (let joint = 0; joint < HAND_JOINT_COUNT; joint++) {
      const instance = side * HAND_JOINT_COUNT + joint;
      const bone = side * boneCount + joint - 1;
      if (!isShown) {
        hideInstance(jointMatrices, instance);
        if (joint > 0) hideInstance(boneMatrices, bone);
        continue;
      }
      const at = joint * POSE_SIZE;
      const { poses } = hand;
      writePoint(jointMatrices, instance, poses[at], poses[at + 1], poses[at + 2], jointRadius(joint));
      if (joint > 0) {
        writeSegment(boneMatrices, bone, poses, jointParents[joint] * POSE_SIZE, at, jointRadius(joint) * 0.8);
      }
    }
    if (!isShown || shownQuality[side] === hand.quality) return;
    shownQuality[side] = hand.quality;
    for (let i = 0; i < HAND_JOINT_COUNT; i++)
      joints.setColorAt(side * HAND_JOINT_COUNT + i, gradeColors[hand.quality]);
    for (let i = 0; i < boneCount; i++) bones.setColorAt(side * boneCount + i, gradeColors[hand.quality]);
    if (joints.instanceColor) joints.instanceColor.needsUpdate = true;
    if (bones.instanceColor) bones.instanceColor.needsUpdate = true;
  }

  function updateController(side: number, frame: JointFrame): void {
    const hand = side === 0 ? frame.leftHandJoints : frame.rightHandJoints;
    const point = side === 0 ? pointNumber.leftHand : pointNumber.rightHand;
    const matrices = instanceMatrices(controllers);
    if (hand.quality !== quality.lost || frame.quality[point] === quality.lost) {
      hideInstance(matrices, side);
      return;
    }
    writePose(matrices, side, frame.jointPoses, point * POSE_SIZE, 1);
    const state = side === 0 ? frame.leftController : frame.rightController;
    const pull = Math.max(state.trigger, state.grip);
    if (pull === shownPull[side]) return;
    shownPull[side] = pull;
    controllers.setColorAt(side, mixed.lerpColors(controllerIdle, controllerPressed, pull));
    if (controllers.instanceColor) controllers.instanceColor.needsUpdate = true;
  }

  return {
    root,
    update(frame) {
      updateHand(0, frame.leftHandJoints);
      updateHand(1, frame.rightHandJoints);
      updateController(0, frame);
      updateController(1, frame);
      joints.instanceMatrix.needsUpdate = true;
      bones.instanceMatrix.needsUpdate = true;
      controllers.instanceMatrix.needsUpdate = true;
    },
    dispose() {
      disposeTree(root);
    },
  };
}

/**
 * A plain controller in WebXR's grip space: the handle lies along Z through the palm, -Z points to where the thumb's
 * end of a held rod is. Head with stick in front, trigger below it, a small ring around.
 */
function createControllerGeometry(): BufferGeometry {
  const handle = new CapsuleGeometry(0.016, 0.07, 6, 16).rotateX(Math.PI / 2).translate(0, 0, 0.018);
  const head = new CapsuleGeometry(0.021, 0.012, 6, 20).rotateX(Math.PI / 2).translate(0, 0.004, -0.034);
  const stick = new CylinderGeometry(0.008, 0.006, 0.012, 16).translate(0, 0.029, -0.03);
  const trigger = new CapsuleGeometry(0.007, 0.016, 4, 12).rotateX(0.4).translate(0, -0.018, -0.036);
  const ring = new TorusGeometry(0.034, 0.004, 8, 32).rotateX(0.35).translate(0, 0.004, -0.052);
  const parts = [handle, head, stick, trigger, ring];
  const merged = mergeGeometries(parts);
  for (const part of parts) part.dispose();
  return merged;
}
