import { jointOfBone, nextRandom, type RandomState, type Skeleton } from '@leib/core';
import type { StageView } from '@leib/stage';
import { BODY } from '../session/stageOfStep.js';
import type { StudyParticipant } from '../studyEvent.js';
import { footScene, handScene } from '../task/boxScene.js';
import type { TaskRef, TaskView } from '../task/studyTask.js';
import { gaussian } from './gaussian.js';
import {
  type BodyMotion,
  type MovedPoint,
  type PointPose,
  standingPoses,
  startMoves,
  stepMoves,
} from './simulatedSource.js';

/** How well somebody moves. */
export interface ParticipantSkill {
  /** From seeing to moving. */
  readonly reactionSeconds: number;
  /** Mean speed of a hand and of a foot, m/s. */
  readonly handSpeed: number;
  readonly footSpeed: number;
  /** Spread of where a movement ends, metres (standard deviation of each axis). */
  readonly noise: number;
  /** How much that grows with the delay of the body that is seen, metres a second. */
  readonly noiseOfLatency: number;
}

export const defaultSkill: ParticipantSkill = {
  reactionSeconds: 0.22,
  handSpeed: 0.9,
  footSpeed: 0.75,
  noise: 0.012,
  noiseOfLatency: 0.06,
};

/** Somebody who takes part: their body, their skill, and what they are about to do. Plain data but for the skeleton. */
export interface SimulatedParticipant {
  readonly motion: BodyMotion;
  readonly skill: ParticipantSkill;
  readonly random: RandomState;
  /** How tall they are, and which betas they would set. */
  readonly stature: number;
  readonly betas: readonly number[];
  readonly writingHand: StudyParticipant['writingHand'];
  /** The task that `plan` is for. */
  task: string | null;
  plan: Action[];
  /** They wait to see this, and for how long they have. */
  waiting: Wait | null;
  waitedSeconds: number;
  /** Until they go on, seconds. */
  pauseSeconds: number;
  readonly standing: Record<string, PointPose>;
}

/** A thing in a colour, or a point of the body where their own is. */
type Wait = { readonly thing: string; readonly colour: string } | { readonly points: readonly MovedPoint[] };

/** One movement, and what is to be seen before the next. */
interface Action {
  readonly to: Partial<Record<MovedPoint, PointPose>>;
  readonly speed: number;
  readonly lift?: number;
  readonly until?: { readonly thing: string; readonly colour: string };
  readonly buttons?: Partial<Pick<BodyMotion, 'trigger' | 'grip' | 'pad'>>;
  /** They go on when they see the body's own point there, too. */
  readonly isWatched?: boolean;
}

export interface SimulatedTraits {
  readonly skill?: Partial<ParticipantSkill>;
  readonly stature: number;
  readonly betas?: readonly number[];
  readonly seed: number;
}

/** @param skeleton in their own size */
export function createSimulatedParticipant(
  skeleton: Skeleton,
  { writingHand }: Pick<StudyParticipant, 'writingHand'>,
  { skill, stature, betas = [], seed }: SimulatedTraits,
): SimulatedParticipant {
  const standing = standingPoses(skeleton);
  return {
    motion: { poses: { ...standing }, moves: [], seconds: 0, trigger: 0, grip: 0, pad: 0 },
    skill: { ...defaultSkill, ...skill },
    random: { seed },
    stature,
    betas,
    writingHand,
    task: null,
    plan: [],
    waiting: null,
    waitedSeconds: 0,
    pauseSeconds: 0,
    standing,
  };
}

/** After so long without what they wait for, they try again. */
const PATIENCE = 1.2;

/** One frame: looks at the stage, decides, moves. Call it before the stage is stepped. */
export function stepSimulatedParticipant(person: SimulatedParticipant, stage: StageView, dtSeconds: number): void {
  const ref = taskOf(stage);
  const task = ref === null ? null : `${String(ref.step)} ${ref.attempt}`;
  if (task !== person.task) beginTask(person, task);
  const isMoving = stepMoves(person.motion, dtSeconds);
  if (isMoving) return;
  if (isWaiting(person, stage, dtSeconds)) return;
  person.pauseSeconds -= dtSeconds;
  if (person.pauseSeconds > 0) return;
  if (person.plan.length === 0 && ref !== null) person.plan = planFor(person, ref, stage);
  const next = person.plan.shift();
  if (next === undefined) return;
  start(person, next);
}

function taskOf({ doc }: StageView): (TaskRef & { step: unknown; attempt: unknown }) | null {
  return doc.present.script as never;
}

function beginTask(person: SimulatedParticipant, task: string | null): void {
  person.task = task;
  person.waiting = null;
  person.plan = [{ to: person.standing, speed: 1, buttons: { trigger: 0, grip: 0, pad: 0 } }];
  person.motion.moves = [];
}

/** Waits for what is to be seen, and for as long as it takes to react to it. */
function isWaiting(person: SimulatedParticipant, stage: StageView, dtSeconds: number): boolean {
  const { waiting } = person;
  if (waiting === null) return false;
  person.waitedSeconds += dtSeconds;
  if (isSeen(person, waiting, stage)) {
    person.waiting = null;
    if ('thing' in waiting) person.pauseSeconds = person.skill.reactionSeconds;
  } else if (person.waitedSeconds > PATIENCE) {
    person.waiting = null;
    person.plan = 'thing' in waiting ? [retreat(person)] : person.plan;
  }
  return true;
}

/** The body's hand or foot counts as being where the own one is within this, metres. */
const SAME_PLACE = 0.07;

function isSeen({ motion }: SimulatedParticipant, wait: Wait, { doc, actors }: StageView): boolean {
  if ('thing' in wait) return (doc.present.view.study as unknown as TaskView).marks[wait.thing] === wait.colour;
  const body = actors.get(BODY);
  if (body === undefined) return true;
  return wait.points.every((point) => {
    const at = jointOfBone(body.skeleton, point) * 3;
    const { worldPositions: seen } = body.pose;
    const own = motion.poses[point];
    return Math.hypot(seen[at] - own[0], seen[at + 1] - own[1], seen[at + 2] - own[2]) < SAME_PLACE;
  });
}

/** Back from where it did not work: the hand out of the box, the foot to where it came from. */
function retreat({ motion, skill }: SimulatedParticipant): Action {
  const to = Object.fromEntries(
    motion.moves
      .filter(({ point }) => point.endsWith('Hand') || point.endsWith('Foot'))
      .map(({ point, to: [x, y, z, ...rest] }) => [point, [x, y, z - 0.25, ...rest]]),
  );
  return { to, speed: skill.handSpeed, lift: LIFT, isWatched: true };
}

function start(person: SimulatedParticipant, { to, speed, lift = 0, until, buttons, isWatched }: Action): void {
  const { motion } = person;
  const points = Object.keys(to) as MovedPoint[];
  const ways = points.map((point) => {
    const [from, pose] = [motion.poses[point], to[point] as PointPose];
    return Math.hypot(pose[0] - from[0], pose[1] - from[1], pose[2] - from[2]);
  });
  startMoves(motion, to, Math.max(0.12, Math.max(0, ...ways) / speed), lift);
  Object.assign(motion, buttons);
  const watched = points.filter((point) => point.endsWith('Hand') || point.endsWith('Foot'));
  person.waiting = until ?? (isWatched ? { points: watched } : null);
  person.waitedSeconds = 0;
}

function planFor(person: SimulatedParticipant, ref: TaskRef, stage: StageView): Action[] {
  const view = stage.doc.present.view.study as unknown as TaskView;
  switch (ref.task) {
    case 'handInBox':
      return reach(person, ref, view, latencyOf(stage));
    case 'footInBox':
      return stepIn(person, ref, view, latencyOf(stage));
    case 'explore':
    case 'mirror':
      return wander(person);
    case 'tPose':
      return [
        { to: tPoseOf(person), speed: 1 },
        { to: {}, speed: 1, buttons: { grip: 1 } },
      ];
    case 'adjustBetas':
      return setBeta(person, view);
    default:
      return [];
  }
}

function latencyOf({ doc }: StageView): number {
  return Number(doc.present.actors[BODY]?.settings.latencyMs ?? 0) / 1000;
}

function spread({ skill, random }: SimulatedParticipant, latency: number): number {
  return gaussian(random) * (skill.noise + skill.noiseOfLatency * latency);
}

/** Hand forward, palm down: from the arm of the T-pose a quarter turn about the vertical. */
const forward = { left: [0, -Math.SQRT1_2, 0, Math.SQRT1_2], right: [0, Math.SQRT1_2, 0, Math.SQRT1_2] } as const;
/** From wrist to finger tips, share of the stature; fingers end so far behind a panel that is to be touched. */
const HAND = 0.105;
const PRESS = 0.035;

function reach(person: SimulatedParticipant, { stature }: TaskRef, view: TaskView, latency: number): Action[] {
  const { writingHand: side, standing, skill } = person;
  const scene = handScene(stature);
  const box = nextBox(scene.boxes, view);
  const point = side === 'left' ? 'leftHand' : 'rightHand';
  const [x, y, z] = box ? box.panelAt : scene.targetAt;
  const wrist = (depth: number, dx = 0, dy = 0): PointPose => [
    x + dx,
    y + dy,
    depth - HAND * stature,
    ...forward[side],
  ];
  const sway = leaning(standing, x, side);
  const [dx, dy] = [spread(person, latency), spread(person, latency)];
  const outside = wrist(box ? box.openingAt[2] - 0.03 : z - 0.12);
  const inside = wrist(z + PRESS, dx, dy);
  const before: Action = { to: { [point]: outside, ...sway }, speed: skill.handSpeed, isWatched: true };
  if (!box)
    return [
      before,
      { to: { [point]: inside }, speed: skill.handSpeed },
      { to: { [point]: outside }, speed: skill.handSpeed },
    ];
  return [
    before,
    { to: { [point]: inside }, speed: skill.handSpeed, until: { thing: box.panel, colour: 'green' } },
    { to: { [point]: outside }, speed: skill.handSpeed, isWatched: true },
  ];
}

/** The box with the lowest number that is not green yet; null: the target is next. */
function nextBox<Box extends { readonly panel: string }>(
  boxes: readonly Box[],
  { marks, numbers }: TaskView,
): Box | null {
  const left = boxes.filter(({ panel }) => marks[panel] === 'grey');
  return left.toSorted((a, b) => numbers[a.panel] - numbers[b.panel])[0] ?? null;
}

/** Trunk and head go along, so that the arm reaches. */
function leaning(standing: Record<string, PointPose>, x: number, side: 'left' | 'right') {
  const aside = 0.75 * (x - (side === 'left' ? 0.18 : -0.18));
  const moved = (pose: PointPose, dx: number, dz: number): PointPose => [
    pose[0] + dx,
    pose[1],
    pose[2] + dz,
    ...pose.slice(3),
  ];
  return { hips: moved(standing.hips, aside * 0.8, -0.02), head: moved(standing.head, aside, 0.08) };
}

/** An ankle stands so far behind the middle of its foot. */
const ANKLE = 0.085;
const LIFT = 0.26;

function stepIn(person: SimulatedParticipant, { stature }: TaskRef, view: TaskView, latency: number): Action[] {
  const scene = footScene(stature);
  if (view.isPaused) return walkBack(person);
  const box = nextBox(scene.boxes, view);
  const [x, , z] = box ? box.panelAt : scene.targetAt;
  const isRight = box ? x < 0 : true;
  const point = isRight ? 'rightFoot' : 'leftFoot';
  const rest = person.standing[point];
  const [dx, dz] = [spread(person, latency), spread(person, latency)];
  const at: PointPose = [(box ? x : -0.12) + dx, rest[1], z - ANKLE + dz, ...rest.slice(3)];
  const other = person.motion.poses[isRight ? 'leftFoot' : 'rightFoot'];
  const trunk = trunkAt(person, (at[0] + other[0]) / 2, (at[2] + other[2]) / 2);
  const step: Action = { to: { [point]: at, ...trunk }, speed: person.skill.footSpeed, lift: LIFT };
  return [box ? { ...step, until: { thing: box.panel, colour: 'green' } } : { ...step, isWatched: true }];
}

/** Trunk, head and hanging arms above a place of the floor. */
function trunkAt({ standing }: SimulatedParticipant, x: number, z: number) {
  const moved = (pose: PointPose): PointPose => [pose[0] + x, pose[1], pose[2] + z, ...pose.slice(3)];
  const { head, hips, leftHand, rightHand } = standing;
  return { head: moved(head), hips: moved(hips), leftHand: moved(leftHand), rightHand: moved(rightHand) };
}

/** Beside the boxes back to the white square. */
function walkBack(person: SimulatedParticipant): Action[] {
  const { standing, skill, motion } = person;
  const at = (x: number, z: number): Action => {
    const moved = (pose: PointPose): PointPose => [pose[0] + x, pose[1], pose[2] + z, ...pose.slice(3)];
    const feet = { leftFoot: moved(standing.leftFoot), rightFoot: moved(standing.rightFoot) };
    return { to: { ...trunkAt(person, x, z), ...feet }, speed: skill.footSpeed * 1.4, lift: LIFT };
  };
  const isFar = motion.poses.hips[2] - standing.hips[2] > 0.3;
  return isFar ? [at(0.8, motion.poses.hips[2]), at(0.8, 0), at(0, 0)] : [at(0, 0)];
}

/** Slow gestures of one hand in front of the body. */
function wander(person: SimulatedParticipant): Action[] {
  const { random, standing, stature, motion } = person;
  const side = nextRandom(random) < 0.5 ? 'left' : 'right';
  const out = side === 'left' ? 1 : -1;
  const at: PointPose = [
    out * (0.1 + 0.25 * nextRandom(random)) * stature * 0.6,
    (0.55 + 0.25 * nextRandom(random)) * stature,
    (0.16 + 0.06 * nextRandom(random)) * stature,
    ...forward[side],
  ];
  const point = side === 'left' ? 'leftHand' : 'rightHand';
  person.pauseSeconds = 0.3 + nextRandom(random);
  const away = motion.poses[point] !== standing[point];
  return [
    { to: away ? { [point]: standing[point] } : { [point]: at }, speed: 0.6 },
    { to: { [point]: at }, speed: 0.6 },
  ];
}

function tPoseOf({ stature }: SimulatedParticipant): Action['to'] {
  const y = 0.82 * stature;
  return { leftHand: [0.4 * stature, y, 0, 0, 0, 0, 1], rightHand: [-0.4 * stature, y, 0, 0, 0, 0, 1] };
}

/** Pulls the controllers apart until the body has the beta that they think they have, give or take; then both pads. */
function setBeta(person: SimulatedParticipant, { beta }: TaskView): Action[] {
  if (beta === null) return [];
  const { stature, betas, random } = person;
  const wanted = Math.min(5, Math.max(-5, (betas[beta] ?? 0) + 0.4 * gaussian(random)));
  const apart = 0.1 + 0.08 * (wanted + 5);
  const [y, z] = [0.68 * stature, 0.2 * stature];
  const to = { leftHand: [apart / 2, y, z, ...forward.left], rightHand: [-apart / 2, y, z, ...forward.right] };
  return [
    { to: {}, speed: 1, buttons: { trigger: 1 } },
    { to, speed: 0.4 },
    { to: {}, speed: 1, buttons: { trigger: 0 } },
    { to: {}, speed: 1, buttons: { pad: 1 } },
    { to: {}, speed: 1, buttons: { pad: 0 } },
  ];
}
