import {
  createPose,
  createPoseFade,
  createQuat,
  createVec3,
  easeScalar,
  easingShare,
  jointOfBone,
  type Pose,
  quat,
  type Skeleton,
  startPoseFade,
  stepPoseFade,
  updateWorldPose,
  type Vec3,
  vec3,
} from '@leib/core';
import { createPosePacking } from '@leib/core/pack';
import { type BendableLimb, bendLimb } from '@leib/core/solvers';
import { createPerson, type Person, type PersonOptions, scaledGround, type WornAvatar } from '@leib/embody';
import { type PersonUpdate, wireBones } from '@leib/net';
import type { ActorDoc, ActorId, ActorKind, Figures, PackedBody, StageView } from '@leib/stage';
import { createJointFrame, POSE_SIZE, quality } from '@leib/tracking';
import type { PersonFeed } from './personFeed.js';
import { RecordedRemote } from './recordedRemote.js';
import { type RemoteActor, scaleOf } from './remoteActor.js';
import type { RecordedMoment } from './roomReplay.js';

/** After so long without anything new, what was tracked counts as lost, milliseconds. */
const LOST_MS = 500;

/** What an actor of somebody else needs from outside. */
export interface RemoteRefs {
  /** What comes of this person; null before anything has. */
  feed(id: ActorId): PersonFeed | null;
  /** The receiver's clock, milliseconds: that of PersonFeed.hear(). */
  nowMs(): number;
  /** Which body they have: everything of createPerson() but what moves it. */
  body(doc: ActorDoc, id: ActorId): RemoteBody | Promise<RemoteBody>;
  /** People come from a recording instead: what it has of one at the moment that is shown; null where they are not there. */
  recorded?(id: ActorId): RecordedMoment | null;
  /** In every so many frames somebody is worked out anew: less often where that is not seen. In each unless given. */
  everyFrames?(id: ActorId): number;
}

/** `ground` is the room's, in the world's metres: what the sender stands on. */
export type RemoteBody = Pick<PersonOptions, 'avatar' | 'skeleton' | 'prior' | 'ground'>;

/** Kind `remote`: settings are `scale`, and what the room keeps of the person (name, stature). */
export function createRemoteKind(refs: RemoteRefs): ActorKind {
  return {
    create(doc, id) {
      const body = refs.body(doc, id);
      const make = (opened: RemoteBody): RemoteActor => {
        let scale = () => scaleOf(doc);
        const { ground: worldGround } = opened;
        const ground =
          worldGround &&
          scaledGround(
            () => worldGround,
            () => scale(),
          );
        const person = createPerson({ ...opened, ...(ground && { ground }), settings: asSent });
        if (refs.recorded) return new RecordedRemote(person.avatar, doc, id, () => refs.recorded?.(id) ?? null);
        const remote = new LiveRemote(refs, doc, id, person);
        scale = () => remote.scale;
        return remote;
      };
      return body instanceof Promise ? body.then(make) : make(body);
    },
  };
}

/** Judged, held and carried by the sender: nothing is read a second time, and the body has its own size. */
const asSent: NonNullable<PersonOptions['settings']> = { fit: { metres: 'avatar', size: 'own' }, player: null };

class LiveRemote implements RemoteActor {
  readonly id: string;
  readonly kind: string;
  readonly #refs: RemoteRefs;
  readonly #person: Person;
  readonly #joints = createJointFrame();
  /** Of a body that is sent whole. */
  readonly #sent: SentPose;
  readonly #fade;
  #doc: ActorDoc;
  #form: PersonUpdate['form'] | null = null;
  #wasOdd = false;
  #packing: ReturnType<typeof createPosePacking>;
  #face: Float64Array | null = null;
  #feed: PersonFeed | null = null;
  /** Begins at another number for each, so that those who are due seldom are due in turns. */
  #frame: number;
  /** Since they were worked out. */
  #passedSeconds = 0;

  constructor(refs: RemoteRefs, doc: ActorDoc, id: string, person: Person) {
    this.id = id;
    this.kind = doc.kind;
    this.#refs = refs;
    this.#doc = doc;
    this.#person = person;
    this.#frame = [...id].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
    const { skeleton } = this.#person;
    this.#sent = createSentPose(skeleton);
    this.#fade = createPoseFade(skeleton);
    this.#packing = createPosePacking(skeleton);
  }

  get skeleton(): Skeleton {
    return this.#person.skeleton;
  }

  get pose(): Pose {
    return this.#fade.shown;
  }

  get avatar(): WornAvatar {
    return this.#person.avatar;
  }

  get isThere(): boolean {
    return this.#form !== null;
  }

  get scale(): number {
    return scaleOf(this.#doc);
  }

  get face(): Float64Array | null {
    return this.#face;
  }

  get faceAgeMs(): number {
    return this.#feed?.faceAgeMs ?? Number.POSITIVE_INFINITY;
  }

  step(_stage: StageView, dtSeconds: number): void {
    this.#passedSeconds += dtSeconds;
    if (this.isThere && this.#frame++ % (this.#refs.everyFrames?.(this.id) ?? 1) !== 0) return;
    const passedSeconds = this.#passedSeconds;
    this.#passedSeconds = 0;
    this.#workOut(passedSeconds);
  }

  #workOut(dtSeconds: number): void {
    this.#feed = this.#refs.feed(this.id);
    if (!this.#feed?.step(this.#refs.nowMs())) return;
    const { shown, staleMs } = this.#feed;
    const isAtOnce = this.#form === null || shown.isOddPlace !== this.#wasOdd;
    if (this.#form !== null && this.#form !== shown.form) startPoseFade(this.#fade);
    if (shown.isOddPlace !== this.#wasOdd) this.#joints.teleportCount++;
    this.#form = shown.form;
    this.#wasOdd = shown.isOddPlace;
    const pose =
      shown.form === 'pose' ? this.#takePose(shown, isAtOnce, dtSeconds) : this.#solve(shown, staleMs, dtSeconds);
    if (shown.form === 'targets') this.#putFeet(pose, this.#feed.feet, isAtOnce, dtSeconds);
    stepPoseFade(this.skeleton, this.#fade, pose, dtSeconds);
    if (shown.hasFingers) {
      writeLocals(this.pose, this.#sent.fingers, shown.fingers);
      updateWorldPose(this.skeleton, this.pose);
    }
    this.#face = shown.hasFace ? shown.face : null;
  }

  set(doc: ActorDoc): boolean {
    if (doc.body !== this.#doc.body) return false;
    this.#doc = doc;
    return true;
  }

  pack(): PackedBody | null {
    return this.isThere ? this.#packing(this.pose, this.#face) : null;
  }

  figures(): Figures {
    const {
      delayMs = 0,
      staleMs = Number.POSITIVE_INFINITY,
      updateCount = 0,
      byteCount = 0,
      missedCount = 0,
    } = this.#feed ?? {};
    const bytesPerUpdate = updateCount > 0 ? byteCount / updateCount : 0;
    return {
      numbers: { delayMs, staleMs: Math.min(staleMs, 1e6), updateCount, missedCount, bytesPerUpdate },
      remarks: staleMs > LOST_MS ? ['Nothing comes from this person at the moment.'] : [],
    };
  }

  dispose(): void {}

  /** What is tracked of them -> the whole body, by the same solve as the sender's. */
  #solve({ jointPoses, quality: sent }: PersonUpdate, staleMs: number, dtSeconds: number): Pose {
    const joints = this.#joints;
    const { scale } = this;
    for (let point = 0; point < sent.length; point++) {
      joints.quality[point] = staleMs > LOST_MS ? quality.lost : sent[point];
      const isThere = joints.quality[point] !== quality.lost;
      joints.lostSeconds[point] = isThere ? 0 : joints.lostSeconds[point] + dtSeconds;
      const at = point * POSE_SIZE;
      for (let i = 0; i < POSE_SIZE; i++) joints.jointPoses[at + i] = jointPoses[at + i] / (i < 3 ? scale : 1);
    }
    joints.rawPoses.set(joints.jointPoses);
    joints.timeSeconds += dtSeconds;
    return this.#person.solve(joints, dtSeconds);
  }

  /** Feet are where the sender has them: steps that are worked out twice fall at other times. */
  #putFeet(pose: Pose, feet: PersonFeed['feet'], isAtOnce: boolean, dtSeconds: number): void {
    for (const foot of this.#sent.feet) {
      const known = feet[foot.isLeft ? 0 : 1];
      foot.holds = easeScalar(foot.holds, known ? 1 : 0, isAtOnce ? 0 : RELEASE_SECONDS, dtSeconds);
      if (known) foot.known.set(known);
      if (foot.holds > 0.01) putFoot(this.skeleton, pose, foot, this.scale);
    }
  }

  #takePose(shown: PersonUpdate, isAtOnce: boolean, dtSeconds: number): Pose {
    const { pose, body, feet } = this.#sent;
    for (let i = 0; i < 3; i++) pose.rootPosition[i] = shown.rootPosition[i] / this.scale;
    writeLocals(pose, body, shown.rotations);
    updateWorldPose(this.skeleton, pose);
    for (const foot of feet) {
      if (isAtOnce) foot.holds = 0;
      holdFoot(this.skeleton, pose, foot, foot.isLeft ? shown.leftStands : shown.rightStands, dtSeconds);
    }
    return pose;
  }
}

interface SentPose {
  readonly pose: Pose;
  /** Joints of wireBones, -1 where the body has none. */
  readonly body: readonly number[];
  readonly fingers: readonly number[];
  readonly feet: readonly HeldFoot[];
}

/** A foot that stands stays where it is, whatever steps and rounding make of the way from the hips down to it. */
interface HeldFoot {
  readonly isLeft: boolean;
  readonly limb: BendableLimb;
  readonly placeWorld: ReturnType<typeof createVec3>;
  /** 1: it is held; 0: it goes as sent. */
  holds: number;
  stands: boolean;
  /** As PersonFeed.feet had it last. */
  readonly known: Float64Array;
}

/** How quickly a foot is let go, and how far it may be held from where it was sent, seconds and metres. */
const RELEASE_SECONDS = 0.05;
const MOST_HELD = 0.08;
/** The last of a leg's length that is taken slower, metres. */
const SOFT = 0.02;

function createSentPose(skeleton: Skeleton): SentPose {
  const joint = (bone: Parameters<typeof jointOfBone>[1]) => jointOfBone(skeleton, bone);
  const feet = (['left', 'right'] as const).flatMap((side): HeldFoot[] => {
    const limb = {
      upper: joint(`${side}UpperLeg`),
      lower: joint(`${side}LowerLeg`),
      end: joint(`${side}Foot`),
      restPole: [0, 0, 1] as const,
    };
    if (Math.min(limb.upper, limb.lower, limb.end) < 0) return [];
    return [
      { isLeft: side === 'left', limb, placeWorld: createVec3(), holds: 0, stands: false, known: new Float64Array(5) },
    ];
  });
  return { pose: createPose(skeleton), body: wireBones.body.map(joint), fingers: wireBones.fingers.map(joint), feet };
}

function holdFoot(skeleton: Skeleton, pose: Pose, foot: HeldFoot, stands: boolean, dtSeconds: number): void {
  const ankleWorld = createVec3(...pose.worldPositions.subarray(foot.limb.end * 3, foot.limb.end * 3 + 3));
  if (stands && !foot.stands) {
    vec3.copy(foot.placeWorld, ankleWorld);
    foot.holds = 1;
  }
  foot.stands = stands;
  const isFar = vec3.distance(foot.placeWorld, ankleWorld) > MOST_HELD;
  if (!stands || isFar) foot.holds *= 1 - easingShare(RELEASE_SECONDS, dtSeconds);
  if (foot.holds < 0.01) return;
  vec3.lerp(ankleWorld, ankleWorld, foot.placeWorld, foot.holds);
  bendLimb(skeleton, pose, foot.limb, ankleWorld);
}

function writeLocals({ localRotations }: Pose, joints: readonly number[], rotations: Float64Array): void {
  for (const [index, joint] of joints.entries()) {
    if (joint >= 0) localRotations.set(rotations.subarray(index * 4, index * 4 + 4), joint * 4);
  }
}

/**
 * Of a leg that is stretched the knee leaps where the foot comes nearer by millimetres; so the last of the way is taken ever slower. A foot that was sent
 * at the leg's full length is SOFT / e short of it.
 */
function softReach({ worldPositions }: Pose, { upper, lower, end }: BendableLimb, ankleWorld: Vec3): Vec3 {
  const [hip, knee, ankle] = [upper, lower, end].map((joint) =>
    createVec3(...worldPositions.subarray(joint * 3, joint * 3 + 3)),
  );
  const easyReach = vec3.distance(hip, knee) + vec3.distance(knee, ankle) - SOFT;
  const reach = vec3.distance(hip, ankleWorld);
  if (reach <= easyReach) return ankleWorld;
  const softened = easyReach + SOFT * (1 - Math.exp((easyReach - reach) / SOFT));
  return vec3.lerp(ankleWorld, hip, ankleWorld, softened / reach);
}

function putFoot(skeleton: Skeleton, pose: Pose, { limb, known, holds }: HeldFoot, scale: number): void {
  const { end } = limb;
  const ankleWorld = createVec3(...pose.worldPositions.subarray(end * 3, end * 3 + 3));
  const [x, y, z, yaw, pitch] = known;
  const [wantedWorld, turnWorld, pitched] = [createVec3(x / scale, y / scale, z / scale), createQuat(), createQuat()];
  vec3.lerp(wantedWorld, ankleWorld, wantedWorld, holds);
  bendLimb(skeleton, pose, limb, softReach(pose, limb, wantedWorld));
  quat.setAxisAngle(turnWorld, [0, 1, 0], yaw);
  quat.multiply(turnWorld, turnWorld, quat.setAxisAngle(pitched, [1, 0, 0], pitch));
  const footWorld = createQuat(...pose.worldRotations.subarray(end * 4, end * 4 + 4));
  quat.slerp(turnWorld, footWorld, turnWorld, holds);
  const parent = skeleton.parents[end] * 4;
  const aboveWorld = createQuat(...pose.worldRotations.subarray(parent, parent + 4));
  quat.multiply(turnWorld, quat.invert(aboveWorld, aboveWorld), turnWorld);
  pose.localRotations.set(turnWorld, end * 4);
  updateWorldPose(skeleton, pose);
}
