import {
  createQuat,
  createVec3,
  jointOfBone,
  type Pose,
  type Quat,
  type ReadonlyVec3,
  type Skeleton,
  type Vec3,
  vec3,
} from '@leib/core';
import {
  AHEAD,
  createFaceValues,
  createHandInterest,
  createLivingFace,
  type FaceValues,
  type LivingFace,
  stepHandInterest,
  stepLivingFace,
} from '@leib/three';
import type { RoomCompany, RoomScene, RoomView } from '../roomScene.js';
import type { StageBody } from '../stageBody.js';
import type { StageSettings } from '../stageSections.js';

type GazeTarget = ReturnType<typeof createHandInterest>['target'];

/** Where the eyes are directed. */
export type GazeName = 'left hand' | 'right hand' | 'mirror' | 'other' | 'ahead';

const gazeNames: readonly GazeName[] = ['left hand', 'right hand', 'mirror', 'other'];

/** Interest in the own eyes in the mirror, and in another's face. */
const MIRROR_PULL = 0.45;
const OTHER_PULL = 0.5;
/** A head nearer than this is the body's own double, metres. */
const OWN_DOUBLE = 0.4;
/** Where a rig has no eyes, people's. */
const EYE_DISTANCE = 0.062;

const restingFace: Readonly<FaceValues> = createFaceValues();

/** What a face can look at in this frame besides the hands. Points are in the pose's space. */
export interface FaceSurroundings extends RoomCompany {
  /** False: the face rests. */
  readonly isLiving: boolean;
  /** Null where no mirror hangs. */
  readonly mirror: MirrorPlace | null;
  /** The face that was recorded with what moves the body; absent: it lives by itself. */
  readonly recorded?: Readonly<FaceValues> | null;
}

const nobody: RoomCompany = { heads: [], holds: { left: false, right: false } };

/** In the person's measure: `scale` is the person's against the world. */
export function surroundingsOf(
  room: RoomScene,
  { mirrorYaw = 0 }: RoomView,
  { livingFace, showMirror, mirrorDistance }: StageSettings,
  glass: { readonly width: number; readonly height: number },
  scale: number,
): FaceSurroundings {
  const mirror = { width: glass.width / scale, height: glass.height / scale, distance: mirrorDistance / scale };
  return {
    isLiving: livingFace,
    mirror: showMirror ? { yaw: mirrorYaw, ...mirror } : null,
    ...(room.company?.() ?? nobody),
  };
}

/** The living face of the body on the stage: gathers what it looks at and shows it on the avatar. */
export class StageFace {
  /** The visitor's voice, as open microphones hear it. */
  readonly voices = new Set<{ loudness(): number }>();
  readonly #face: LivingFace;
  #shown: Readonly<FaceValues> = restingFace;
  readonly #left = createHandInterest();
  readonly #right = createHandInterest();
  readonly #mirror: GazeTarget = { pointWorld: createVec3(), pull: 0, fixationSeconds: 1.6, spread: 0.035 };
  readonly #other: GazeTarget = { pointWorld: createVec3(), pull: 0, fixationSeconds: 1.2, spread: 0.035 };
  readonly #targets: readonly GazeTarget[] = [this.#left.target, this.#right.target, this.#mirror, this.#other];
  readonly #eyesWorld: Vec3 = createVec3();
  readonly #headWorld: Quat = createQuat();
  readonly #handWorld: Vec3 = createVec3();

  /** The same seed gives the same face. */
  constructor(seed = 1) {
    this.#face = createLivingFace(seed);
  }

  /** What the face shows; for measurements. */
  get values(): Readonly<FaceValues> {
    return this.#shown;
  }

  get gaze(): GazeName {
    const { target } = this.#face.gaze;
    return target === AHEAD ? 'ahead' : gazeNames[target];
  }

  step({ avatar, headJoint, eyesInHead }: StageBody, pose: Pose, around: FaceSurroundings, dtSeconds: number): void {
    this.#shown = around.isLiving ? (around.recorded ?? this.#face.values) : restingFace;
    if (this.#shown !== this.#face.values) {
      avatar.face.show(this.#shown);
      return;
    }
    const head = headJoint * 4;
    for (let k = 0; k < 4; k++) this.#headWorld[k] = pose.worldRotations[head + k];
    vec3.transformQuat(this.#eyesWorld, [eyesInHead.x, eyesInHead.y, eyesInHead.z], this.#headWorld);
    addJoint(this.#eyesWorld, pose, headJoint);
    this.#stepTargets(avatar.skeleton, pose, around, dtSeconds);
    stepLivingFace(
      this.#face,
      {
        eyesWorld: this.#eyesWorld,
        headWorld: this.#headWorld,
        eyeDistance: eyeDistanceOf(avatar.skeleton, pose),
        targets: this.#targets,
        rms: this.#loudness(),
      },
      dtSeconds,
    );
    avatar.face.show(this.#face.values);
  }

  /** Null while no microphone is open. */
  #loudness(): number | null {
    return this.voices.size > 0 ? Math.max(...[...this.voices].map((voice) => voice.loudness())) : null;
  }

  #stepTargets(skeleton: Skeleton, pose: Pose, { mirror, heads, holds }: FaceSurroundings, dtSeconds: number): void {
    const hands = [
      { hand: this.#left, joint: jointOfBone(skeleton, 'leftHand'), isHolding: holds.left },
      { hand: this.#right, joint: jointOfBone(skeleton, 'rightHand'), isHolding: holds.right },
    ];
    for (const { hand, joint, isHolding } of hands) {
      if (joint < 0) continue;
      addJoint(vec3.set(this.#handWorld, 0, 0, 0), pose, joint);
      stepHandInterest(hand, this.#handWorld, this.#eyesWorld, isHolding, dtSeconds);
    }
    const isMirrored = mirror !== null && reflectEyes(this.#mirror.pointWorld, this.#eyesWorld, mirror);
    this.#mirror.pull = isMirrored ? MIRROR_PULL : 0;
    this.#other.pull = this.#findNearest(heads) ? OTHER_PULL : 0;
  }

  #findNearest(heads: FaceSurroundings['heads']): boolean {
    let nearest = Infinity;
    for (const head of heads) {
      const metres = vec3.distance(this.#eyesWorld, head);
      if (metres < OWN_DOUBLE || metres >= nearest) continue;
      nearest = metres;
      vec3.copy(this.#other.pointWorld, head);
    }
    return nearest < Infinity;
  }
}

function addJoint(out: Vec3, { worldPositions }: Pose, joint: number): void {
  for (let k = 0; k < 3; k++) out[k] += worldPositions[joint * 3 + k];
}

function eyeDistanceOf(skeleton: Skeleton, { worldPositions: p }: Pose): number {
  const left = jointOfBone(skeleton, 'leftEye') * 3;
  const right = jointOfBone(skeleton, 'rightEye') * 3;
  if (left < 0 || right < 0) return EYE_DISTANCE;
  return Math.hypot(p[left] - p[right], p[left + 1] - p[right + 1], p[left + 2] - p[right + 2]);
}

/** A mirror that stands on the floor and faces the origin; metres and radians of the same space as the eyes. */
export interface MirrorPlace {
  /** Which way from the origin, and how far. */
  readonly yaw: number;
  readonly distance: number;
  readonly width: number;
  readonly height: number;
}

/** Where eyes see themselves in a mirror; false where they are behind it or beside the glass. */
export function reflectEyes(out: Vec3, eyes: ReadonlyVec3, { yaw, distance, width, height }: MirrorPlace): boolean {
  const [sin, cos] = [Math.sin(yaw), Math.cos(yaw)];
  const before = distance - (eyes[0] * sin + eyes[2] * cos);
  const beside = eyes[0] * cos - eyes[2] * sin;
  out[0] = eyes[0] + 2 * before * sin;
  out[1] = eyes[1];
  out[2] = eyes[2] + 2 * before * cos;
  // The ray to the own image meets the glass at right angles.
  return before > 0.05 && Math.abs(beside) < width / 2 && eyes[1] > 0 && eyes[1] < height;
}
