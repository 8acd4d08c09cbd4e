import { DEG, jointOfBone } from '@leib/core';
import { faceParameterNames } from '@leib/core/pack';
import { parametersOfControl } from '@leib/three';
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

/** Controls of the face that the room has. */
export type RoomFaceControl = Exclude<Parameters<typeof parametersOfControl>[0], 'lipsRound'>;

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
