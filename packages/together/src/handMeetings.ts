import { createPose, createVec3, easingShare, type Pose, type Skeleton, smoothStep, type Vec3, vec3 } from '@leib/core';
import { bendLimb } from '@leib/core/solvers';
import {
  type ArmModel,
  armsOf,
  beyondReach,
  contactDistance,
  contactWay,
  easeWay,
  gapOf,
  heldOut,
  type MeetingBody,
  type PlacedHand,
  placeHand,
  placeOf,
} from './handPairs.js';

export interface HandMeetingParams {
  /** Hands that are held out and nearer than this to touching meet, and part where they are farther than the second, metres. */
  readonly meetWithin: number;
  readonly partBeyond: number;
  /** How far each is held out at least, share of the arm, and less than which it is taken back. */
  readonly heldOut: number;
  readonly takenBack: number;
  /** Farther than this a hand is shown nowhere from where it is tracked, metres. */
  readonly mostShift: number;
  /** How long a hand takes to another's, and back, seconds. */
  readonly fadeSeconds: number;
}

/** 100 ms of delay are 10 cm of a hand at 1 m/s: hands that hold each other in one's own eyes may be so far apart in another's. */
export const defaultHandMeetingParams: HandMeetingParams = {
  ...{ meetWithin: 0.17, partBeyond: 0.27, heldOut: 0.35, takenBack: 0.25 },
  ...{ mostShift: 0.14, fadeSeconds: 0.3 },
};

export interface MeetingHand {
  readonly id: string;
  readonly side: 'left' | 'right';
}

/** Two hands that hold each other, or touch. */
export interface HandMeeting {
  readonly hands: readonly [MeetingHand, MeetingHand];
  /** Since they met; 0 in the first frame. */
  readonly seconds: number;
}

/** What is known of one hand from frame to frame. */
interface HandState {
  /** Key of the other's hand. */
  partner: string | null;
  /** Where it is shown beside where it is tracked, the world's metres. */
  readonly shift: Vec3;
  /** What it was beside where it goes when that changed, and how long ago. */
  readonly left: Vec3;
  seconds: number;
}

interface Pair extends HandMeeting {
  seconds: number;
  /** From the first hand's middle to the second's. */
  readonly way: Vec3;
}

interface ShownBody {
  readonly skeleton: Skeleton;
  readonly arms: readonly ArmModel[];
  readonly pose: Pose;
  isMoved: boolean;
}

/** Whose hands meet, and how they are shown then. One for each picture of a room; changed by stepHandMeetings() alone. */
export interface HandMeetings {
  readonly params: HandMeetingParams;
  readonly pairs: Pair[];
  readonly hands: Map<string, HandState>;
  readonly shown: Map<string, ShownBody>;
}

export function createHandMeetings(params: HandMeetingParams = defaultHandMeetingParams): HandMeetings {
  return { params, pairs: [], hands: new Map(), shown: new Map() };
}

/** Wrists that are farther apart are in nobody's reach, metres. */
const FAR = 1;
/** How quickly the way between two hands turns, seconds. */
const WAY_SECONDS = 0.12;

/**
 * Hands of different people that are held out to each other meet halfway: both arms are bent so that the hands touch, wherever delays
 * have put them. What is tracked, solved and sent stays as it is; shownPose() has the difference.
 */
export function stepHandMeetings(meetings: HandMeetings, bodies: readonly MeetingBody[], dtSeconds: number): void {
  const there = new Set(bodies.map(({ id }) => id));
  for (const id of meetings.shown.keys()) if (!there.has(id)) meetings.shown.delete(id);
  for (const body of bodies) takeBody(meetings, body);
  const hands = handsInReach(meetings, bodies);
  endPairs(meetings, hands, dtSeconds);
  beginPairs(meetings, hands);
  const wanted = wantedShifts(meetings, hands, dtSeconds);
  for (const [key, state] of meetings.hands) {
    fadeTo(state, wanted.get(key) ?? null, partnerOf(meetings, key), meetings.params, dtSeconds);
    if (state.partner === null && vec3.length(state.shift) === 0) meetings.hands.delete(key);
  }
  bendArms(meetings, bodies, hands);
}

/** How somebody is shown; null: as they are. */
export function shownPose({ shown }: HandMeetings, id: string): Pose | null {
  const body = shown.get(id);
  return body?.isMoved ? body.pose : null;
}

const keyOf = ({ id, side }: MeetingHand) => `${side} ${id}`;
const handOf = ({ id, arm }: PlacedHand): MeetingHand => ({ id, side: arm.side });

function takeBody({ shown }: HandMeetings, { id, skeleton }: MeetingBody): void {
  if (shown.get(id)?.skeleton === skeleton) return;
  shown.set(id, { skeleton, arms: armsOf(skeleton), pose: createPose(skeleton), isMoved: false });
}

/** By key: hands near somebody else's, and those that were shown elsewhere in the last frame. */
function handsInReach(meetings: HandMeetings, bodies: readonly MeetingBody[]): Map<string, PlacedHand> {
  const all = bodies.flatMap((body) => (meetings.shown.get(body.id)?.arms ?? []).map((arm) => ({ body, arm })));
  const wrists = new Float64Array(all.length * 3);
  for (const [i, { body, arm }] of all.entries())
    for (let k = 0; k < 3; k++) wrists[i * 3 + k] = body.pose.worldPositions[arm.limb.end * 3 + k] * body.scale;
  const isNear = (a: number) => {
    for (let b = 0; b < all.length; b++) {
      if (all[a].body === all[b].body) continue;
      const [x, y, z] = [0, 1, 2].map((k) => wrists[a * 3 + k] - wrists[b * 3 + k]);
      if (x * x + y * y + z * z < FAR * FAR) return true;
    }
    return false;
  };
  const hands = new Map<string, PlacedHand>();
  for (const [i, { body, arm }] of all.entries()) {
    const key = keyOf({ id: body.id, side: arm.side });
    if (meetings.hands.has(key) || isNear(i)) hands.set(key, placeHand(body, arm));
  }
  return hands;
}

function endPairs({ params, pairs }: HandMeetings, hands: ReadonlyMap<string, PlacedHand>, dtSeconds: number): void {
  for (let i = pairs.length - 1; i >= 0; i--) {
    const pair = pairs[i];
    const [a, b] = pair.hands.map((hand) => hands.get(keyOf(hand)));
    const goesOn =
      a !== undefined &&
      b !== undefined &&
      gapOf(a, b, pair.way) < params.partBeyond &&
      Math.min(heldOut(a, b), heldOut(b, a)) > params.takenBack;
    if (goesOn) pair.seconds += dtSeconds;
    else pairs.splice(i, 1);
  }
}

/** The nearest first; each hand meets one. */
function beginPairs(meetings: HandMeetings, hands: ReadonlyMap<string, PlacedHand>): void {
  const { params, pairs } = meetings;
  const free = [...hands].filter(([key]) => partnerOf(meetings, key) === null).map(([, hand]) => hand);
  const found = free.flatMap((a, i) =>
    free.slice(i + 1).flatMap((b) => {
      if (a.id === b.id || vec3.distance(a.palmWorld, b.palmWorld) > FAR) return [];
      const way = contactWay(a, b);
      const gap = gapOf(a, b, way);
      const isMeant = gap < params.meetWithin && Math.min(heldOut(a, b), heldOut(b, a)) > params.heldOut;
      return isMeant ? [{ a, b, way, gap }] : [];
    }),
  );
  const taken = new Set<string>();
  for (const { a, b, way } of found.sort((one, other) => one.gap - other.gap)) {
    const keys = [keyOf(handOf(a)), keyOf(handOf(b))];
    if (keys.some((key) => taken.has(key))) continue;
    for (const key of keys) {
      taken.add(key);
      if (!meetings.hands.has(key)) meetings.hands.set(key, createHandState());
    }
    pairs.push({ hands: [handOf(a), handOf(b)], seconds: 0, way });
  }
}

const createHandState = (): HandState => ({ partner: null, shift: createVec3(), left: createVec3(), seconds: 0 });

function partnerOf({ pairs }: HandMeetings, key: string): string | null {
  for (const { hands } of pairs) {
    const [a, b] = [keyOf(hands[0]), keyOf(hands[1])];
    if (a === key) return b;
    if (b === key) return a;
  }
  return null;
}

/** By key: where hands that meet go, beside where they are tracked. */
function wantedShifts({ pairs, params }: HandMeetings, hands: ReadonlyMap<string, PlacedHand>, dtSeconds: number) {
  const shifts = new Map<string, Vec3>();
  for (const { hands: both, way } of pairs) {
    const [a, b] = both.map((hand) => hands.get(keyOf(hand)) as PlacedHand);
    easeWay(way, contactWay(a, b), easingShare(WAY_SECONDS, dtSeconds));
    const apart = contactDistance(a, b, way);
    const middle = vec3.lerp(createVec3(), a.palmWorld, b.palmWorld, 0.5);
    const wanted = ([-1, 1] as const).map((sign) => vec3.scaleAndAdd(createVec3(), middle, way, (sign * apart) / 2));
    for (const [i, hand] of [a, b].entries()) vec3.subtract(wanted[i], wanted[i], hand.palmWorld);
    // An arm that is too short leaves the rest of the way to the other one.
    const short = [a, b].map((hand, i) => beyondReach(hand, wanted[i]));
    for (const [i, hand] of [a, b].entries()) {
      const shift = vec3.subtract(createVec3(), wanted[i], short[1 - i]);
      const length = vec3.length(shift);
      if (length > params.mostShift) vec3.scale(shift, shift, params.mostShift / length);
      shifts.set(keyOf(handOf(hand)), shift);
    }
  }
  return shifts;
}

const nowhere = createVec3();

/** Goes over to another hand, or back to its own place, without a jump; with the same hand it stays exactly. */
function fadeTo(
  state: HandState,
  wanted: Vec3 | null,
  partner: string | null,
  { fadeSeconds }: HandMeetingParams,
  dtSeconds: number,
): void {
  const goal = wanted ?? nowhere;
  if (partner !== state.partner) {
    vec3.subtract(state.left, state.shift, goal);
    state.partner = partner;
    state.seconds = 0;
  }
  state.seconds += dtSeconds;
  const share = 1 - smoothStep(state.seconds, 0, fadeSeconds);
  vec3.scaleAndAdd(state.shift, goal, state.left, share);
}

function bendArms(meetings: HandMeetings, bodies: readonly MeetingBody[], hands: ReadonlyMap<string, PlacedHand>) {
  const byId = new Map(bodies.map((body) => [body.id, body]));
  for (const shown of meetings.shown.values()) shown.isMoved = false;
  for (const [key, { shift }] of meetings.hands) {
    const hand = hands.get(key);
    const body = hand && byId.get(hand.id);
    if (hand && body && vec3.length(shift) > 0) bendArm(meetings, body, hand, shift);
  }
}

function bendArm(
  { shown }: HandMeetings,
  { id, skeleton, pose, scale }: MeetingBody,
  { arm }: PlacedHand,
  shift: Vec3,
) {
  const body = shown.get(id) as ShownBody;
  if (!body.isMoved) {
    for (const part of ['rootPosition', 'localRotations', 'worldPositions', 'worldRotations'] as const)
      body.pose[part].set(pose[part]);
    body.isMoved = true;
  }
  const target = vec3.scaleAndAdd(createVec3(), placeOf(pose, arm.limb.end), shift, 1 / scale);
  bendLimb(skeleton, body.pose, arm.limb, target);
}
