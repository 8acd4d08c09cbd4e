import { InputError } from '../check/inputError.js';
import { SMPL_JOINT_COUNT } from '../skeleton/smplJoints.js';

/** Ankles and toes: the joints that may stand on the floor. */
export const contactJoints: readonly number[] = [7, 8, 10, 11];

interface ContactParams {
  /** A planted joint is slower than this, metres per second... */
  readonly maxSpeed: number;
  /** ...and not higher than this above where it rests, metres. */
  readonly maxHeight: number;
  /** Speed is judged over this much time before and after, seconds: two frames at 60 Hz. */
  readonly windowSeconds: number;
}

/** The height is generous because recorded floors are not level: in one straight walk (CMU 07_01) it climbs 6 cm. */
const defaultContactParams: ContactParams = { maxSpeed: 0.2, maxHeight: 0.06, windowSeconds: 1 / 30 };

/** Height of each of the four contact joints when it rests on the floor, metres. */
type RestingHeights = readonly number[];

/**
 * Where ankles and toes are when they stand: the 5th percentile of their heights while slow. The lowest height of all
 * would be one glitch's, and then a foot that stands a little higher all clip long would never count as planted. A
 * joint that is never slow rests at the 5th percentile of all its heights.
 */
export function restingHeights(clip: JointClip, params: ContactParams = defaultContactParams): RestingHeights {
  return contactJoints.map((joint) => {
    const heights = Array.from({ length: clip.frameCount }, (_, frame) => heightOf(clip, frame, joint));
    const slow = heights.filter((_, frame) => windowSpeed(clip, frame, joint, params) <= params.maxSpeed);
    const sorted = (slow.length > 0 ? slow : heights).sort((a, b) => a - b);
    return sorted[Math.floor(0.05 * (sorted.length - 1))] ?? 0;
  });
}

/** Which contact joints are planted in which frames: slow, and near their resting height. frameCount x 4, 1 or 0. */
export function detectContacts(
  clip: JointClip,
  resting: RestingHeights = restingHeights(clip),
  params: ContactParams = defaultContactParams,
): Uint8Array {
  const contacts = new Uint8Array(clip.frameCount * contactJoints.length);
  for (let frame = 0; frame < clip.frameCount; frame++) {
    contactJoints.forEach((joint, i) => {
      const isLow = heightOf(clip, frame, joint) <= resting[i] + params.maxHeight;
      const isSlow = windowSpeed(clip, frame, joint, params) <= params.maxSpeed;
      contacts[frame * contactJoints.length + i] = isLow && isSlow ? 1 : 0;
    });
  }
  return contacts;
}

/**
 * F1 of predicted contacts against the true ones, 2 TP / (2 TP + FP + FN), over all frames and the four joints. Both
 * clips are judged against the truth's floor: a body that floats plants nothing. NaN where nothing is planted in either.
 */
export function contactF1(
  truth: JointClip,
  prediction: JointClip,
  params: ContactParams = defaultContactParams,
): number {
  const resting = restingHeights(truth, params);
  const expected = detectContacts(truth, resting, params);
  const found = detectContacts(prediction, resting, params);
  let [both, either] = [0, 0];
  for (let i = 0; i < expected.length; i++) {
    both += expected[i] & found[i];
    either += expected[i] + found[i];
  }
  return (2 * both) / either;
}

/**
 * Foot slide: mean horizontal speed of the predicted joint while the true one is planted, metres per second, over the
 * four contact joints. The speed is judged over the same window as contact is, so that the marker noise of a standing
 * foot does not count as sliding. NaN where the truth never plants a foot.
 */
export function footSlide(
  truth: JointClip,
  prediction: JointClip,
  params: ContactParams = defaultContactParams,
): number {
  const contacts = detectContacts(truth, restingHeights(truth, params), params);
  const perFrame = contactJoints.length;
  let sum = 0;
  let count = 0;
  for (let frame = 0; frame < prediction.frameCount; frame++) {
    contactJoints.forEach((joint, i) => {
      if (!contacts[frame * perFrame + i]) return;
      sum += windowSpeed(prediction, frame, joint, params, true);
      count++;
    });
  }
  return sum / count;
}

/** A true joint that moves no farther than this in a frame counts as standing for skate, metres. */
const skateStillDistance = 0.01;

/**
 * Skate as AvatarJLM's test.py defines it, metres per frame: per axis, the predicted displacement of ankles and toes
 * where the true joint moved at most 1 cm in that frame, 0 where it moved more, averaged over all steps, joints and axes.
 * It depends on the frame rate: published at 60 Hz, times 100 as cm. NaN for fewer than two frames.
 */
export function footSkate(truth: JointClip, prediction: JointClip): number {
  let sum = 0;
  for (let frame = 1; frame < truth.frameCount; frame++) {
    for (const joint of contactJoints) {
      const now = (frame * SMPL_JOINT_COUNT + joint) * 3;
      const before = now - SMPL_JOINT_COUNT * 3;
      if (distance(truth.positions, now, before) > skateStillDistance) continue;
      for (let k = 0; k < 3; k++) sum += Math.abs(prediction.positions[now + k] - prediction.positions[before + k]);
    }
  }
  return truth.frameCount < 2 ? Number.NaN : sum / ((truth.frameCount - 1) * contactJoints.length * 3);
}

/** Speed over the window around a frame, cut at the clip's ends; infinite in a clip of one frame. */
function windowSpeed(
  { positions, hz, frameCount }: JointClip,
  frame: number,
  joint: number,
  { windowSeconds }: ContactParams,
  isHorizontal = false,
): number {
  const reach = Math.max(1, Math.round(windowSeconds * hz));
  const first = Math.max(0, frame - reach);
  const last = Math.min(frameCount - 1, frame + reach);
  const a = (first * SMPL_JOINT_COUNT + joint) * 3;
  const b = (last * SMPL_JOINT_COUNT + joint) * 3;
  const y = isHorizontal ? 0 : positions[b + 1] - positions[a + 1];
  const moved = Math.hypot(positions[b] - positions[a], y, positions[b + 2] - positions[a + 2]);
  return last > first ? (moved * hz) / (last - first) : Number.POSITIVE_INFINITY;
}

function heightOf(clip: JointClip, frame: number, joint: number): number {
  return clip.positions[(frame * SMPL_JOINT_COUNT + joint) * 3 + 1];
}

function distance(positions: Float64Array, a: number, b: number): number {
  return Math.hypot(
    positions[a] - positions[b],
    positions[a + 1] - positions[b + 1],
    positions[a + 2] - positions[b + 2],
  );
}

/** A clip as metrics see it, and as leib-joints/1 stores it: the 22 SMPL body joints, frame after frame. */
export interface JointClip {
  readonly hz: number;
  readonly frameCount: number;
  /** World positions, metres. frameCount x 22 x 3. */
  readonly positions: Float64Array;
  /** World rotations relative to the T-pose. frameCount x 22 x 4. */
  readonly rotations: Float64Array;
}

export function createJointClip(hz: number, frameCount: number): JointClip {
  const rotations = new Float64Array(frameCount * SMPL_JOINT_COUNT * 4);
  for (let w = 3; w < rotations.length; w += 4) rotations[w] = 1;
  return { hz, frameCount, positions: new Float64Array(frameCount * SMPL_JOINT_COUNT * 3), rotations };
}

/** Two clips that are to be compared must be of one length and one rate. */
export function checkComparable(truth: JointClip, prediction: JointClip): void {
  for (const [name, clip] of [
    ['truth', truth],
    ['prediction', prediction],
  ] as const) {
    const { frameCount, positions, rotations } = clip;
    if (
      positions.length !== frameCount * SMPL_JOINT_COUNT * 3 ||
      rotations.length !== frameCount * SMPL_JOINT_COUNT * 4
    ) {
      throw new InputError(
        name,
        `expected ${frameCount * 66} position and ${frameCount * 88} rotation numbers for ${frameCount} frames, ` +
          `got ${positions.length} and ${rotations.length}`,
      );
    }
  }
  if (truth.frameCount !== prediction.frameCount) {
    throw new InputError(
      'prediction',
      `expected ${truth.frameCount} frames, as in the truth, got ${prediction.frameCount}`,
    );
  }
  if (truth.hz !== prediction.hz) {
    throw new InputError(
      'prediction',
      `expected ${truth.hz} Hz, as in the truth, got ${prediction.hz} Hz; resample one of them`,
    );
  }
}

/** All 22 joints, by SMPL index. */
export const allJoints: readonly number[] = Array.from({ length: SMPL_JOINT_COUNT }, (_, joint) => joint);
