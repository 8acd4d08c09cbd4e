import {
  clamp,
  createVec3,
  easingShare,
  type HumanoidBone,
  jointOfBone,
  type Pose,
  type Skeleton,
  vec3,
} from '@leib/core';
import type { Person } from '@leib/embody';
import { createPersonUpdate, encodePerson, type PersonUpdate, THREE_POINTS, wireBones } from '@leib/net';
import { POSE_SIZE, pointNumber } from '@leib/tracking';

/** Fingers and faces are sent when they have changed by this much, at most so often. */
const FINGER_CHANGE = 0.02;
const FACE_CHANGE = 0.02;
const STREAM_MS = 66;
/** They are sent again after so long, for those who came in between, milliseconds. */
const STREAM_AGAIN_MS = 5000;
/** An ankle that moves slower than this, near the height at which it was lowest, stands: metres a second, metres. */
const STANDING_SPEED = 0.15;
const STANDING_HEIGHT = 0.04;

/** A foot in the air is told of so often; one that stands soon again, for the first may be lost, and then now and then, milliseconds. */
const SWING_MS = 66;
const STANDING_SOON_MS = 100;
const STANDING_MS = 1000;

/** A body’s own time comes half the way to that of the room in this; farther apart than the second, at once (milliseconds). */
const CATCH_UP_MS = 25;
const LATE_MS = 1000;

/** How a body is sent: as what is tracked of it, from which others work out the same body, or as its whole pose. */
export type SentForm = PersonUpdate['form'];

/** What is sent of one body, update by update. */
export class PersonSender {
  readonly #update: PersonUpdate = createPersonUpdate();
  /** As they were sent last. */
  readonly #fingers = this.#update.fingers.slice();
  readonly #face = this.#update.face.slice();
  #fingersMs = Number.NEGATIVE_INFINITY;
  #faceMs = Number.NEGATIVE_INFINITY;
  #joints: BoneJoints | null = null;
  readonly #feet = [createFoot(), createFoot()] as const;
  #lastMs = Number.NaN;
  #teleports = 0;
  /** The room's time that the last update of a person was given, how long they had moved by then, and when that was. */
  readonly #moved = { ms: Number.NaN, seconds: 0, roomMs: 0 };

  /**
   * The person at `roomMs` of the room's clock, in the world's metres.
   * @param face weights in the order of faceParameterNames; null: none are sent
   */
  encode(
    person: Person,
    form: SentForm,
    roomMs: number,
    face: ArrayLike<number> | null = null,
  ): Uint8Array<ArrayBuffer> {
    const update = this.#update;
    const scale = person.scales.shown;
    const movedMs = this.#timeOf(person, roomMs);
    update.isOddPlace = (person.reader.joints.teleportCount & 1) === 1;
    this.#begin(person.skeleton, person.pose, form, movedMs, scale, face);
    if (form === 'targets') {
      const planted = person.embody?.state.body.feet;
      if (planted) {
        update.leftStands = planted[0].isPlanted;
        update.rightStands = planted[1].isPlanted;
      }
      writeTargets(person, scale, update);
      this.#writeFoot(person, scale, movedMs);
    }
    return encodePerson(update);
  }

  /** The same of any body: always its pose. `scale`: the world's metres per one of its own. */
  encodePose(
    { skeleton, pose }: { readonly skeleton: Skeleton; readonly pose: Pose },
    roomMs: number,
    scale = 1,
    face: ArrayLike<number> | null = null,
  ): Uint8Array<ArrayBuffer> {
    this.#begin(skeleton, pose, 'pose', roomMs, scale, face);
    return encodePerson(this.#update);
  }

  /** The body was put elsewhere at once (encodePose; a person says so itself). */
  noteTeleport(): void {
    this.#teleports++;
    this.#update.isOddPlace = (this.#teleports & 1) === 1;
  }

  /**
   * When the body was as it is. A page that is held up between the frame's begin and its message would else give a long way a short time, and who sees
   * it a jump: so time goes on as the body has moved, and comes back to the room's little by little.
   */
  #timeOf({ solver }: Person, roomMs: number): number {
    const moved = this.#moved;
    const passedMs = (solver.seconds - moved.seconds) * 1000;
    const ms = moved.ms + passedMs;
    const isFollowed = passedMs >= 0 && Math.abs(roomMs - ms) < LATE_MS;
    // By what has moved: a page that is held up gets little of its time before the long frame that follows.
    const share = easingShare(CATCH_UP_MS, Math.max(passedMs, (roomMs - moved.roomMs) / 10));
    moved.ms = isFollowed ? ms + (roomMs - ms) * share : roomMs;
    moved.seconds = solver.seconds;
    moved.roomMs = roomMs;
    return moved.ms;
  }

  #begin(
    skeleton: Skeleton,
    pose: Pose,
    form: SentForm,
    roomMs: number,
    scale: number,
    face: ArrayLike<number> | null,
  ): void {
    const update = this.#update;
    if (this.#joints?.skeleton !== skeleton) this.#joints = findJoints(skeleton);
    const joints = this.#joints;
    update.form = form;
    update.sequence = (update.sequence + 1) & 255;
    update.timeMs = roomMs;
    this.#findStanding(joints, pose, roomMs);
    readLocals(pose, joints.fingers, update.fingers);
    const isFingersDue = isDue(
      roomMs,
      this.#fingersMs,
      joints.hasFingers && differ(update.fingers, this.#fingers, FINGER_CHANGE),
    );
    update.hasFingers = joints.hasFingers && isFingersDue;
    if (update.hasFingers) {
      this.#fingersMs = roomMs;
      this.#fingers.set(update.fingers);
    }
    if (face) for (let i = 0; i < update.face.length; i++) update.face[i] = face[i] ?? 0;
    update.hasFace = face !== null && isDue(roomMs, this.#faceMs, differ(update.face, this.#face, FACE_CHANGE));
    if (update.hasFace) {
      this.#faceMs = roomMs;
      this.#face.set(update.face);
    }
    if (form === 'targets') return;
    for (let i = 0; i < 3; i++) update.rootPosition[i] = pose.rootPosition[i] * scale;
    readLocals(pose, joints.body, update.rotations);
  }

  /** The foot that has most to say: one that has begun or ceased to stand, one in the air, one that was not told of for a while. */
  #writeFoot({ pose }: Person, scale: number, roomMs: number): void {
    const update = this.#update;
    const ankles = this.#joints?.ankles ?? [-1, -1];
    const dues = this.#feet.map((foot, side) => {
      const stands = side === 0 ? update.leftStands : update.rightStands;
      if (ankles[side] < 0) return 0;
      if (stands !== foot.told.stands) return 1e6;
      const everyMs = stands ? (foot.told.count === 1 ? STANDING_SOON_MS : STANDING_MS) : SWING_MS;
      return (roomMs - foot.told.ms) / everyMs;
    });
    const side = dues[0] >= dues[1] ? 0 : 1;
    // 60 updates a second do not fall on even times: half a frame early is in time.
    update.hasFoot = dues[side] >= 0.85;
    if (!update.hasFoot) return;
    const { told } = this.#feet[side];
    const stands = side === 0 ? update.leftStands : update.rightStands;
    told.count = told.stands === stands ? told.count + 1 : 1;
    told.stands = stands;
    told.ms = roomMs;
    update.isLeftFoot = side === 0;
    const joint = ankles[side];
    for (let i = 0; i < 3; i++) update.footPosition[i] = pose.worldPositions[joint * 3 + i] * scale;
    const ahead = vec3.transformQuat(
      createVec3(),
      [0, 0, 1],
      pose.worldRotations.subarray(joint * 4, joint * 4 + 4) as never,
    );
    update.footYaw = Math.atan2(ahead[0], ahead[2]);
    update.footPitch = Math.asin(clamp(-ahead[1], -1, 1));
  }

  /** Which feet stand, by how they move. */
  #findStanding({ ankles }: BoneJoints, { worldPositions }: Pose, roomMs: number): void {
    const passed = (roomMs - this.#lastMs) / 1000;
    this.#lastMs = roomMs;
    for (const [side, foot] of this.#feet.entries()) {
      const at = ankles[side] * 3;
      if (at < 0) continue;
      const [x, y, z] = worldPositions.subarray(at, at + 3);
      const speed = passed > 0 ? Math.hypot(x - foot.x, y - foot.y, z - foot.z) / passed : 0;
      // The ground may be higher where the person is now.
      foot.lowest = Math.min(y, foot.lowest + Math.max(0, passed || 0) * 0.1);
      foot.stands = speed < STANDING_SPEED && y < foot.lowest + STANDING_HEIGHT;
      Object.assign(foot, { x, y, z });
    }
    this.#update.leftStands = this.#feet[0].stands;
    this.#update.rightStands = this.#feet[1].stands;
  }
}

interface Foot {
  x: number;
  y: number;
  z: number;
  lowest: number;
  stands: boolean;
  /** What was sent of it last, when, and how often in this state. */
  readonly told: { stands: boolean; ms: number; count: number };
}
const createFoot = (): Foot => ({
  ...{ x: 0, y: 0, z: 0, lowest: Number.POSITIVE_INFINITY, stands: false },
  told: { stands: false, ms: Number.NEGATIVE_INFINITY, count: 0 },
});

interface BoneJoints {
  readonly skeleton: Skeleton;
  /** Joints of wireBones, -1 where the skeleton has none. */
  readonly body: readonly number[];
  readonly fingers: readonly number[];
  readonly hasFingers: boolean;
  readonly ankles: readonly [number, number];
}

function findJoints(skeleton: Skeleton): BoneJoints {
  const jointsOf = (bones: readonly HumanoidBone[]) => bones.map((bone) => jointOfBone(skeleton, bone));
  const fingers = jointsOf(wireBones.fingers);
  return {
    skeleton,
    body: jointsOf(wireBones.body),
    fingers,
    hasFingers: fingers.some((joint) => joint >= 0),
    ankles: [jointOfBone(skeleton, 'leftFoot'), jointOfBone(skeleton, 'rightFoot')],
  };
}

function readLocals({ localRotations }: Pose, joints: readonly number[], out: Float64Array): void {
  for (const [index, joint] of joints.entries()) {
    for (let i = 0; i < 4; i++) out[index * 4 + i] = joint < 0 ? Number(i === 3) : localRotations[joint * 4 + i];
  }
}

const isDue = (roomMs: number, sentMs: number, isChanged: boolean) =>
  roomMs - sentMs >= (isChanged ? STREAM_MS : STREAM_AGAIN_MS);

function differ(a: Float64Array, b: Float64Array, by: number): boolean {
  for (let i = 0; i < a.length; i++) if (Math.abs(a[i] - b[i]) > by) return true;
  return false;
}

/** What the body is solved from: joints, judged and carried, as the sender's own solver has them. */
function writeTargets({ reader: { joints } }: Person, scale: number, update: PersonUpdate): void {
  const { jointPoses, quality, lostSeconds } = joints;
  let points = 1;
  for (let point = 0; point < quality.length; point++) {
    // A point that was never tracked is not sent; one that is lost is, with its last pose.
    if (Number.isFinite(lostSeconds[point])) points |= 1 << point;
    update.quality[point] = quality[point];
    const at = point * POSE_SIZE;
    for (let i = 0; i < POSE_SIZE; i++) update.jointPoses[at + i] = jointPoses[at + i] * (i < 3 ? scale : 1);
  }
  const areHandsAlone = (points & ~THREE_POINTS) === 0;
  update.points = areHandsAlone ? THREE_POINTS : points;
  // Hands that were never seen have a place beside the head, which nobody looks at.
  for (const hand of [pointNumber.leftHand, pointNumber.rightHand]) {
    if ((points & (1 << hand)) !== 0) continue;
    for (let i = 0; i < POSE_SIZE; i++) update.jointPoses[hand * POSE_SIZE + i] = update.jointPoses[i];
  }
}
