import { DEG, humanoidBones, jointOfBone, type Motion, type Skeleton } from '@leib/core';
import { faceParameterNames, PACKED_FACE_SIZE, PACKED_FINGERS_SIZE } from '@leib/core/pack';
import { type FaceControl, parametersOfControl } from '@leib/three';
import type { AgentKind } from '@leib/three/agents';
import type { MocapSettings } from '../mocapShape.js';

export type HandSettings = Pick<MocapSettings, 'fingers' | 'leftFist' | 'rightFist'>;
export type FaceSettings = Pick<MocapSettings, 'face' | RoomFaceControl | 'blinking'>;

/** Angles of a fist in the order of fingerAngleNames, degrees: five of the thumb; bend, spread and curl of each finger. */
const FIST = [...[35, 0, 0, 35, 50], ...[75, 0, 95], ...[80, 0, 98], ...[80, 0, 96], ...[82, 0, 92]];

/** Both hands between open (0) and fist (100 percent), 34 angles. */
export function writeFists(out: Float64Array, { leftFist, rightFist }: HandSettings): void {
  FIST.forEach((degrees, i) => {
    out[i] = (leftFist / 100) * degrees * DEG;
    out[FIST.length + i] = (rightFist / 100) * degrees * DEG;
  });
}

const fingerBones = humanoidBones.filter((bone) => /Thumb|Index|Middle|Ring|Little/.test(bone));

const fingerJoints = (skeleton: Skeleton) =>
  fingerBones.map((bone) => jointOfBone(skeleton, bone)).filter((joint) => joint >= 0);

export const hasFingerBones = (skeleton: Skeleton): boolean => fingerJoints(skeleton).length > 0;

/** A finger that turns less than this was not tracked, radians. */
const LEAST_TURN = 5 * DEG;

/** Whether a motion moves fingers: many files have finger joints that stay as they are in the first frame. */
export function movesFingers({ skeleton, frameCount, localRotations }: Motion): boolean {
  const joints = fingerJoints(skeleton);
  const most = Math.cos(LEAST_TURN / 2);
  /** Cosine of half the angle between a joint's rotations in two frames. */
  const likeness = (joint: number, frame: number) => {
    let sum = 0;
    for (let k = joint * 4; k < joint * 4 + 4; k++) {
      sum += localRotations[k] * localRotations[frame * skeleton.jointCount * 4 + k];
    }
    return Math.abs(sum);
  };
  for (let frame = 1; frame < frameCount; frame++) {
    if (joints.some((joint) => likeness(joint, frame) < most)) return true;
  }
  return false;
}

/** Controls of the face that the room has. */
export type RoomFaceControl = Exclude<FaceControl, 'lipsRound'>;

/** Columns of the face stream that each control moves on an agent; none where the agent has nothing of the kind. */
export type FaceColumns = Readonly<Record<RoomFaceControl, readonly number[]>>;

/** `kind`: built with its face. */
export function faceColumnsOf({ parts, skeleton }: Pick<AgentKind, 'parts' | 'skeleton'>): FaceColumns {
  const moved = new Set(parts.flatMap(({ faceBinds }) => faceBinds.map(({ column }) => column)));
  if (jointOfBone(skeleton, 'jaw') >= 0) moved.add(faceParameterNames.indexOf('jawOpen'));
  const columnsOf = (control: RoomFaceControl) =>
    parametersOfControl(control, (name) => moved.has(faceParameterNames.indexOf(name))).map((name) =>
      faceParameterNames.indexOf(name),
    );
  return { smile: columnsOf('smile'), mouthOpen: columnsOf('mouthOpen'), eyesClosed: columnsOf('eyesClosed') };
}

/** 81 weights of a face at a moment. `closed`: how far the eyes are closed by blinking, 0 to 1. */
export function writeFace(out: Float64Array, columns: FaceColumns, settings: FaceSettings, closed: number): void {
  const { smile, mouthOpen, eyesClosed, blinking } = settings;
  out.fill(0);
  for (const column of columns.smile) out[column] = smile / 100;
  for (const column of columns.mouthOpen) out[column] = mouthOpen / 100;
  const blink = blinking ? closed : 0;
  for (const column of columns.eyesClosed) out[column] = Math.max(eyesClosed / 100, blink);
}

/** Where in an agent's numbers of one frame its fingers and its face begin: after the `bodySize` numbers of its body. */
export function streamPlaces(bodySize: number): {
  readonly fingers: number;
  readonly face: number;
  readonly size: number;
} {
  const face = bodySize + PACKED_FINGERS_SIZE;
  return { fingers: bodySize, face, size: face + PACKED_FACE_SIZE };
}
