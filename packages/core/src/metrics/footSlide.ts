import { SMPL_JOINT_COUNT } from '../skeleton/smplJoints.js';

/** Ankles and toes: the joints that may stand on the floor. */
export const contactJoints: readonly number[] = [7, 8, 10, 11];

/** Where SMPL's 22 body joints are, frame after frame. */
interface JointPlaces {
  readonly hz: number;
  readonly frameCount: number;
  /** World positions, metres. frameCount x 22 x 3. */
  readonly positions: Float64Array;
}

/** A planted joint is slower than this, metres per second... */
const PLANTED_SPEED = 0.2;
/**
 * ...and not higher than this above where it rests, metres. Generous because recorded floors are not level: in one straight
 * walk (CMU 07_01) it climbs 6 cm.
 */
const PLANTED_HEIGHT = 0.06;
/** Speed is judged over this much time before and after, seconds: two frames at 60 Hz. */
const SPEED_WINDOW = 1 / 30;

/** Height of each of the four contact joints when it rests on the floor, metres. */
type RestingHeights = readonly number[];

/**
 * Where ankles and toes are when they stand: the 5th percentile of their heights while slow. The lowest height of all
 * would be one glitch's, and then a foot that stands a little higher all clip long would never count as planted. A
 * joint that is never slow rests at the 5th percentile of all its heights.
 */
export function restingHeights(clip: JointPlaces): RestingHeights {
  return contactJoints.map((joint) => {
    const heights = Array.from({ length: clip.frameCount }, (_, frame) => heightOf(clip, frame, joint));
    const slow = heights.filter((_, frame) => windowSpeed(clip, frame, joint) <= PLANTED_SPEED);
    const sorted = (slow.length > 0 ? slow : heights).sort((a, b) => a - b);
    return sorted[Math.floor(0.05 * (sorted.length - 1))] ?? 0;
  });
}

/** Which contact joints are planted in which frames: slow, and near their resting height. frameCount x 4, 1 or 0. */
export function detectContacts(clip: JointPlaces, resting: RestingHeights = restingHeights(clip)): Uint8Array {
  const contacts = new Uint8Array(clip.frameCount * contactJoints.length);
  for (let frame = 0; frame < clip.frameCount; frame++) {
    contactJoints.forEach((joint, i) => {
      const isLow = heightOf(clip, frame, joint) <= resting[i] + PLANTED_HEIGHT;
      const isSlow = windowSpeed(clip, frame, joint) <= PLANTED_SPEED;
      contacts[frame * contactJoints.length + i] = isLow && isSlow ? 1 : 0;
    });
  }
  return contacts;
}

/**
 * Foot slide: mean horizontal speed of the predicted joint while the true one is planted, metres per second, over the
 * four contact joints. The speed is judged over the same window as contact is, so that the marker noise of a standing
 * foot does not count as sliding. NaN where the truth never plants a foot.
 */
export function footSlide(truth: JointPlaces, prediction: JointPlaces): number {
  const contacts = detectContacts(truth);
  const perFrame = contactJoints.length;
  let sum = 0;
  let count = 0;
  for (let frame = 0; frame < prediction.frameCount; frame++) {
    contactJoints.forEach((joint, i) => {
      if (!contacts[frame * perFrame + i]) return;
      sum += windowSpeed(prediction, frame, joint, true);
      count++;
    });
  }
  return sum / count;
}

/** Speed over the window around a frame, cut at the clip's ends; infinite in a clip of one frame. */
function windowSpeed(
  { positions, hz, frameCount }: JointPlaces,
  frame: number,
  joint: number,
  isHorizontal = false,
): number {
  const reach = Math.max(1, Math.round(SPEED_WINDOW * hz));
  const first = Math.max(0, frame - reach);
  const last = Math.min(frameCount - 1, frame + reach);
  const a = (first * SMPL_JOINT_COUNT + joint) * 3;
  const b = (last * SMPL_JOINT_COUNT + joint) * 3;
  const y = isHorizontal ? 0 : positions[b + 1] - positions[a + 1];
  const moved = Math.hypot(positions[b] - positions[a], y, positions[b + 2] - positions[a + 2]);
  return last > first ? (moved * hz) / (last - first) : Number.POSITIVE_INFINITY;
}

function heightOf(clip: JointPlaces, frame: number, joint: number): number {
  return clip.positions[(frame * SMPL_JOINT_COUNT + joint) * 3 + 1];
}
