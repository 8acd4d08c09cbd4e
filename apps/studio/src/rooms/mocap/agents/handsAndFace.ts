import { DEG, humanoidBones, jointOfBone, type Motion, type Skeleton } from '@leib/core';
import { type AgentKind, faceParameterNames, PACKED_FACE_SIZE, PACKED_FINGERS_SIZE } from '@leib/three';
import type { MocapSettings } from '../mocapShape.js';

export type HandSettings = Pick<MocapSettings, 'fingers' | 'leftFist' | 'rightFist'>;
export type FaceSettings = Pick<MocapSettings, 'face' | FaceControl | 'blinking'>;

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

/** Controls of the face, and the parameters that each one moves: the first line of which the agent has something. */
const faceParameters = {
  smile: [['happy'], ['mouthSmileLeft', 'mouthSmileRight']],
  mouthOpen: [['aa'], ['jawOpen']],
  eyesClosed: [['blinkLeft', 'blinkRight'], ['blink'], ['eyeBlinkLeft', 'eyeBlinkRight']],
} as const;

export type FaceControl = keyof typeof faceParameters;

/** Columns of the face stream that each control moves on an agent; none where the agent has nothing of the kind. */
export type FaceColumns = Readonly<Record<FaceControl, readonly number[]>>;

/** `kind`: built with its face. */
export function faceColumnsOf({ parts, skeleton }: Pick<AgentKind, 'parts' | 'skeleton'>): FaceColumns {
  const moved = new Set(parts.flatMap(({ faceBinds }) => faceBinds.map(({ column }) => column)));
  if (jointOfBone(skeleton, 'jaw') >= 0) moved.add(faceParameterNames.indexOf('jawOpen'));
  const columnsOf = (control: FaceControl) =>
    faceParameters[control]
      .map((names) => names.map((name) => faceParameterNames.indexOf(name)))
      .find((columns) => columns.some((column) => moved.has(column))) ?? [];
  return { smile: columnsOf('smile'), mouthOpen: columnsOf('mouthOpen'), eyesClosed: columnsOf('eyesClosed') };
}

/** 81 weights of a face at a moment. */
export function writeFace(out: Float64Array, columns: FaceColumns, settings: FaceSettings, seconds: number): void {
  const { smile, mouthOpen, eyesClosed, blinking } = settings;
  out.fill(0);
  for (const column of columns.smile) out[column] = smile / 100;
  for (const column of columns.mouthOpen) out[column] = mouthOpen / 100;
  const blink = blinking ? blinkAt(seconds) : 0;
  for (const column of columns.eyesClosed) out[column] = Math.max(eyesClosed / 100, blink);
}

/** People at rest blink about 15 times a minute, for about 0.2 s. */
const BLINK_EVERY = 4;
const BLINK_SECONDS = 0.2;
const GOLDEN_RATIO = 0.618034;

/** How far the eyes are closed by blinking, 0 to 1: once in every stretch of four seconds, each time at another moment of it. */
export function blinkAt(seconds: number): number {
  const stretch = Math.floor(seconds / BLINK_EVERY);
  const start = ((stretch * GOLDEN_RATIO + 0.2) % 1) * (BLINK_EVERY - BLINK_SECONDS);
  const share = (seconds - stretch * BLINK_EVERY - start) / BLINK_SECONDS;
  return share <= 0 || share >= 1 ? 0 : Math.sin(Math.PI * share) ** 2;
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
