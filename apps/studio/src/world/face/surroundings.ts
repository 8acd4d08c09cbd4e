import type { FaceValues } from '@leib/three';
import type { RoomScene } from '../roomScene.js';
import type { StageSettings } from '../stageSections.js';
import type { MirrorPlace } from './reflectEyes.js';

/** What a face can look at in this frame besides the hands. Points are in the pose's space. */
export interface FaceSurroundings {
  /** False: the face rests. */
  readonly isLiving: boolean;
  /** Null where no mirror hangs. */
  readonly mirror: MirrorPlace | null;
  /** Heads of other bodies; the nearest one is looked at. */
  readonly heads: readonly (readonly [x: number, y: number, z: number])[];
  /** The face that was recorded with what moves the body; absent: it lives by itself. */
  readonly recorded?: Readonly<FaceValues> | null;
  readonly holds: { readonly left: boolean; readonly right: boolean };
}

const noHands = { left: false, right: false };

/** In the person's measure: `scale` is the person's against the world. */
export function surroundingsOf(
  room: RoomScene,
  { livingFace, showMirror, mirrorDistance }: StageSettings,
  glass: { readonly width: number; readonly height: number },
  scale: number,
): FaceSurroundings {
  const mirror = { width: glass.width / scale, height: glass.height / scale, distance: mirrorDistance / scale };
  return {
    isLiving: livingFace,
    mirror: showMirror ? { yaw: room.mirrorYaw, ...mirror } : null,
    heads: room.otherHeads?.() ?? [],
    holds: room.heldHands?.() ?? noHands,
  };
}
