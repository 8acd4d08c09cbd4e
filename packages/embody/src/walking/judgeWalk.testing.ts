import { curveFromJson, evaluateCurve, jointOfBone, type Skeleton } from '@leib/core';
import { fittedGait } from '../gait/fittedGait.generated.js';
import { type Glide, type Place, STAND_SECONDS } from './glides.testing.js';

/** One moment of a body on its way, as the judge sees it. World space. */
export interface WalkMoment {
  readonly seconds: number;
  readonly place: Place;
  /** Joint positions of the pose, jointCount x 3. Copied. */
  readonly positions: Float64Array;
}

/** How well legs carry a body along its way. Metres, seconds. */
export interface WalkFigures {
  /** Share of the frames in which a foot stands. */
  readonly supported: number;
  readonly stepsPerSecond: number;
  /** Mean speed over the ground of feet that lie on it. */
  readonly slide: number;
  /** Farthest that ankles are behind and ahead of the hips along the way (2 % of the frames are farther). */
  readonly behind: number;
  readonly ahead: number;
  /** Median over steps of how high the lower of ankle and toes rises. */
  readonly lift: number;
  /** Share of landings that are of the other foot than the one before. */
  readonly alternating: number;
  /** Median way from a landing to the next one of the same foot. */
  readonly stride: number;
}

/** Slower than this a point of a foot rests, m/s, and no higher over where it is at rest, metres. */
const RESTS = 0.12;
const LOW = 0.02;
/** What is low for so long before and after is neither landing nor lifting, seconds. */
const STAYS_SECONDS = 0.05;

interface FootTrack {
  readonly stands: boolean[];
  readonly slides: number[];
  readonly lifts: number[];
  readonly along: number[];
  readonly x: number[];
  readonly z: number[];
}

/** A body on a glide while it goes evenly: not its first two seconds, nor its first 60 cm, nor its last steps. */
export function judgeGlide(
  skeleton: Skeleton,
  { seconds, speed, isTurn }: Glide,
  moments: readonly WalkMoment[],
  groundAt?: (x: number, z: number) => number,
): WalkFigures {
  const begin = STAND_SECONDS + Math.max(2, isTurn ? 0 : 0.6 / speed);
  return judgeWalk(skeleton, moments, begin, seconds - STAND_SECONDS - 0.5, groundAt);
}

/** `groundAt`: what feet are to stand on. `from`, `to`: seconds between which it is judged. */
function judgeWalk(
  skeleton: Skeleton,
  moments: readonly WalkMoment[],
  from: number,
  to: number,
  groundAt: (x: number, z: number) => number = () => 0,
): WalkFigures {
  const scale = skeleton.restWorldPositions[jointOfBone(skeleton, 'head') * 3 + 1] / 1.53;
  const window = moments.filter(({ seconds }) => seconds >= from && seconds <= to);
  const tracks = (['left', 'right'] as const).map((side) => trackFoot(skeleton, window, side, scale, groundAt));
  const landings: { side: number; frame: number; x: number; z: number; lift: number }[] = [];
  tracks.forEach((track, side) => {
    let liftOff = -1;
    for (let i = 1; i < track.stands.length; i++) {
      if (!track.stands[i] && track.stands[i - 1]) liftOff = i - 1;
      if (!track.stands[i] || track.stands[i - 1] || liftOff < 0) continue;
      const gone = Math.hypot(track.x[i] - track.x[liftOff], track.z[i] - track.z[liftOff]);
      const lift = Math.max(...track.lifts.slice(liftOff, i));
      if (gone > 0.04 * scale || lift > 0.03 * scale)
        landings.push({ side, frame: i, x: track.x[i], z: track.z[i], lift });
    }
  });
  landings.sort((a, b) => a.frame - b.frame);
  const slides = tracks.flatMap(({ slides: own }) => own);
  const along = tracks.flatMap(({ along: own }) => own).sort((a, b) => a - b);
  const strides = landings.flatMap(({ side, x, z }, i) => {
    const next = landings.slice(i + 1).find((other) => other.side === side);
    return next ? [Math.hypot(next.x - x, next.z - z)] : [];
  });
  const turns = landings.slice(1).map(({ side }, i) => (side === landings[i].side ? 0 : 1));
  return {
    supported: window.filter((_, i) => tracks.some(({ stands }) => stands[i])).length / window.length,
    stepsPerSecond: rateOf(landings.map(({ frame }) => window[frame].seconds)),
    slide: mean(slides),
    behind: along[Math.floor(0.02 * along.length)],
    ahead: along[Math.floor(0.98 * along.length)],
    lift: median(landings.map(({ lift }) => lift)),
    alternating: mean(turns),
    stride: median(strides),
  };
}

/** Between the first and the last. */
function rateOf(seconds: readonly number[]): number {
  return seconds.length < 2 ? 0 : (seconds.length - 1) / (seconds[seconds.length - 1] - seconds[0]);
}

function trackFoot(
  skeleton: Skeleton,
  window: readonly WalkMoment[],
  side: 'left' | 'right',
  scale: number,
  groundAt: (x: number, z: number) => number,
): FootTrack {
  const { restWorldPositions: rest } = skeleton;
  const ankle = jointOfBone(skeleton, `${side}Foot`) * 3;
  const toes = jointOfBone(skeleton, `${side}Toes`) * 3;
  const hips = jointOfBone(skeleton, 'hips') * 3;
  const points = toes >= 0 ? [ankle, toes] : [ankle];
  const track: FootTrack = { stands: [], slides: [], lifts: [], along: [], x: [], z: [] };
  const lowSpeeds: number[] = [];
  window.forEach(({ positions: now, seconds, place }, i) => {
    const before = window[Math.max(0, i - 1)];
    const dt = Math.max(1e-6, seconds - before.seconds);
    let stands = false;
    let slowest = Number.POSITIVE_INFINITY;
    let lift = Number.POSITIVE_INFINITY;
    for (const at of points) {
      const height = now[at + 1] - groundAt(now[at], now[at + 2]) - rest[at + 1];
      const speed = Math.hypot(now[at] - before.positions[at], now[at + 2] - before.positions[at + 2]) / dt;
      lift = Math.min(lift, height);
      if (i === 0 || height >= LOW * scale) continue;
      slowest = Math.min(slowest, speed);
      if (speed < RESTS) stands = true;
    }
    // The way is where the body will be from where it is; on the spot, where it faces.
    const next = window[Math.min(window.length - 1, i + 1)].place;
    const x = next.x - before.place.x;
    const z = next.z - before.place.z;
    const length = Math.hypot(x, z);
    const [wayX, wayZ] = length > 1e-5 ? [x / length, z / length] : [Math.sin(place.yaw), Math.cos(place.yaw)];
    track.along.push((now[ankle] - now[hips]) * wayX + (now[ankle + 2] - now[hips + 2]) * wayZ);
    track.stands.push(stands);
    lowSpeeds.push(slowest);
    track.lifts.push(lift);
    track.x.push(now[ankle]);
    track.z.push(now[ankle + 2]);
  });
  // Whatever its speed: what lies on the ground for a moment, and is not about to lift or to land, must not go anywhere.
  const margin = Math.ceil(
    STAYS_SECONDS / ((window[window.length - 1].seconds - window[0].seconds) / (window.length - 1)),
  );
  for (let i = margin; i < lowSpeeds.length - margin; i++) {
    if (lowSpeeds.slice(i - margin, i + margin + 1).every(Number.isFinite)) track.slides.push(lowSpeeds[i]);
  }
  return track;
}

const strideOfSpeed = curveFromJson(fittedGait.curves.stepSize);
const strideOfDirection = curveFromJson(fittedGait.curves.stepSizeDirection);
/** Speed of the fastest steps that the curve knows: beyond, runners take longer steps, not more. */
const FASTEST = 3.31;

/**
 * Steps a second of the people that the gait's curves were fitted to, at a speed, for a body of `size` times theirs (by
 * Froude's law), going at an angle to where it faces.
 */
export function peopleStepsPerSecond(speed: number, size: number, angle = 0): number {
  const relative = Math.min(speed / Math.sqrt(size), FASTEST);
  const stride = evaluateCurve(strideOfSpeed, relative) * evaluateCurve(strideOfDirection, Math.abs(angle));
  return (2 * relative) / stride / Math.sqrt(size);
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? Number.NaN : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function median(values: readonly number[]): number {
  return values.length === 0 ? Number.NaN : [...values].sort((a, b) => a - b)[values.length >> 1];
}
