import type { CurveJson } from '@leib/core';
import { SMPL_JOINT_COUNT, wrapAngle } from '@leib/core';
import { type GaitTake, median, standsOf } from './gaitSamples.ts';
import type { GaitCurvesJson } from './internals.ts';

/** Moments of a step at which its shape is read. */
const PHASES = 11;
/** Head height that the curves are scaled to, metres. */
const REFERENCE = 1.53;
const HZ = 60;
/** Angles between way and facing that sidesteps and steps back stand for, radians. */
const ASIDE = 1.57;
const BACK = 3;

/** One step of one foot, from lift to landing, scaled to the reference body. */
interface Step {
  readonly speed: number;
  readonly length: number;
  readonly seconds: number;
  /** Between way and facing, radians. */
  readonly angle: number;
  /** Ankle ahead of the hips at landing; sideways between the feet. */
  readonly offset: number;
  readonly aside: number;
  readonly way: readonly number[];
  readonly lift: readonly number[];
  readonly pitch: readonly number[];
}

/** Curves of the gait as medians over real steps. Speeds scale with the root of the body's height (Froude's law). */
export function fitGaitCurves(takes: readonly GaitTake[]): { curves: GaitCurvesJson; stepCount: number } {
  const steps = takes.flatMap((take) => [...stepsOf(take, 0), ...stepsOf(take, 1)]);
  const ahead = steps.filter(({ angle, speed }) => angle < 0.6 && speed > 0.25);
  const back = steps.filter(({ angle, speed }) => angle > 2.5 && speed > 0.15);
  const side = steps.filter(({ angle, speed }) => angle > 1.1 && angle < 2 && speed > 0.15);
  const walk = ahead.filter(({ speed }) => speed > 0.75 && speed < 1.6);
  const speeds = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.8, 2.3, 3, 4.2];
  const bySpeed = (read: (step: Step) => number, atRest: number): CurveJson => ({
    keys: [
      { time: 0, value: atRest },
      ...speeds.slice(1).flatMap((to, i) => {
        const group = ahead.filter(({ speed }) => speed >= speeds[i] && speed < to);
        return group.length < 15
          ? []
          : [{ time: round(median(group.map(({ speed }) => speed))), value: round(median(group.map(read))) }];
      }),
    ],
  });
  const byPhase = (group: readonly Step[], name: 'way' | 'lift' | 'pitch', last?: number): CurveJson => ({
    keys: Array.from({ length: PHASES }, (_, i) => {
      const value = i === PHASES - 1 && last !== undefined ? last : median(group.map((step) => step[name][i]));
      return { time: i / (PHASES - 1), value: round(value) };
    }),
  });
  // How much of the walking steps' height and pitch there is at other speeds.
  const share = (name: 'lift' | 'pitch') => {
    const most = (step: Step) => Math.max(...step[name]);
    const usual = median(walk.map(most));
    return bySpeed((step) => most(step) / usual, 0.25);
  };
  // Sizes against those of steps ahead at the same speed.
  const against = (group: readonly Step[]) =>
    median(
      group.map((step) => {
        const like = ahead.filter(({ speed }) => Math.abs(speed - step.speed) < 0.1);
        return like.length < 15 ? 0.8 : step.length / median(like.map(({ length }) => length));
      }),
    );
  const aside = (group: readonly Step[]) => round(Math.max(0.04, median(group.map((step) => step.aside)) / 2));
  const curves: GaitCurvesJson = {
    stepInterpolation: byPhase(walk, 'way'),
    stepSize: bySpeed(({ length }) => length, 0.15),
    stepDuration: bySpeed(({ seconds }) => seconds, 0.4),
    stepSizeDirection: {
      keys: [
        { time: 0, value: 1 },
        { time: ASIDE, value: round(against(side)) },
        { time: BACK, value: round(against(back)) },
      ],
    },
    stepSizeSlope,
    stepOffsetDistance: bySpeed(({ offset }) => offset, 0.1),
    footDistanceDirectional: {
      keys: [
        { time: 0, value: aside(ahead) },
        { time: ASIDE, value: aside(side) },
        { time: BACK, value: aside(back) },
      ],
    },
    stepOverlap,
    footRotationForward: byPhase(walk, 'pitch'),
    footRotationBackward: byPhase(
      back.filter(({ speed }) => speed > 0.4),
      'pitch',
    ),
    footRotationSpeed: share('pitch'),
    footLiftForward: byPhase(walk, 'lift', 0),
    footLiftSideway: byPhase(
      side.filter(({ speed }) => speed > 0.4),
      'lift',
      0,
    ),
    footLiftBackward: byPhase(
      back.filter(({ speed }) => speed > 0.4),
      'lift',
      0,
    ),
    footLiftSpeed: share('lift'),
  };
  return { curves, stepCount: steps.length };
}

/** Not fitted: no clip has a slope of known height, and contacts do not show how far steps may overlap. */
const stepSizeSlope: CurveJson = {
  keys: [
    { time: 0, value: 1 },
    { time: 0.5, value: 0.85 },
    { time: 1, value: 0.65 },
  ],
};
const stepOverlap: CurveJson = {
  keys: [
    { time: 0, value: 1 },
    { time: 1.8, value: 1 },
    { time: 3, value: 0.5 },
  ],
};

function round(value: number): number {
  return Number(value.toPrecision(3));
}

function stepsOf(take: GaitTake, side: number): Step[] {
  const { positions, frameCount, headHeight, hipsYaw, contacts } = take;
  const at = (frame: number, joint: number, k: number) => positions[(frame * SMPL_JOINT_COUNT + joint) * 3 + k];
  const [ankle, toes, other] = [7 + side, 10 + side, 8 - side];
  const flat = Array.from({ length: frameCount }, (_, frame) => frame).filter((frame) => contacts[frame * 4 + side]);
  if (flat.length < 5) return [];
  const pitchAt = (frame: number) =>
    -Math.atan2(
      at(frame, toes, 1) - at(frame, ankle, 1),
      Math.hypot(at(frame, toes, 0) - at(frame, ankle, 0), at(frame, toes, 2) - at(frame, ankle, 2)),
    );
  const restHeight = median(flat.map((frame) => at(frame, ankle, 1)));
  const restPitch = median(flat.map(pitchAt));
  const scale = REFERENCE / headHeight;
  const stands = standsOf(take, side);
  const steps: Step[] = [];
  for (let i = 1; i < stands.length; i++) {
    const [lift, land] = [stands[i - 1][1], stands[i][0]];
    if (land - lift < 8 || land - lift > 70 || land + 2 >= frameCount) continue;
    const seconds = (land - lift) / HZ;
    const [goneX, goneZ] = [at(land, 0, 0) - at(lift, 0, 0), at(land, 0, 2) - at(lift, 0, 2)];
    const [x, z] = [at(land, ankle, 0) - at(lift, ankle, 0), at(land, ankle, 2) - at(lift, ankle, 2)];
    const length = Math.hypot(x, z);
    const gone = Math.hypot(goneX, goneZ);
    if (gone < 1e-3 || length < 0.03) continue;
    const frames = Array.from({ length: PHASES }, (_, k) => Math.round(lift + ((land - lift) * k) / (PHASES - 1)));
    const middle = (lift + land) >> 1;
    const [apartX, apartZ] = [at(land, ankle, 0) - at(land, other, 0), at(land, ankle, 2) - at(land, other, 2)];
    steps.push({
      speed: (gone / seconds) * Math.sqrt(scale),
      length: length * scale,
      seconds: seconds * Math.sqrt(scale),
      angle: Math.abs(wrapAngle(Math.atan2(goneX, goneZ) - hipsYaw[middle])),
      offset:
        (((at(land, ankle, 0) - at(land, 0, 0)) * goneX + (at(land, ankle, 2) - at(land, 0, 2)) * goneZ) / gone) *
        scale,
      aside: (Math.abs(apartX * goneZ - apartZ * goneX) / gone) * scale,
      way: frames.map(
        (f) =>
          ((at(f, ankle, 0) - at(lift, ankle, 0)) * x + (at(f, ankle, 2) - at(lift, ankle, 2)) * z) / (length * length),
      ),
      lift: frames.map((f) => (at(f, ankle, 1) - restHeight) * scale),
      pitch: frames.map((f) => pitchAt(f) - restPitch),
    });
  }
  return steps;
}
