import { POSE_SIZE, quality } from '@leib/tracking';

/** The ten rigid bodies of the method. Elbow and knee bodies sit on the forearm and the shank, hand and foot bodies beyond. */
export const mocapBodyNames = [
  'head',
  'back',
  'leftHand',
  'rightHand',
  'leftElbow',
  'rightElbow',
  'leftKnee',
  'rightKnee',
  'leftFoot',
  'rightFoot',
] as const;

export type MocapBodyName = (typeof mocapBodyNames)[number];

/** Rigid bodies at one moment, as the tracker measured them. A setup may have fewer bodies than ten, or others besides. */
export interface BodyFrame {
  timeSeconds: number;
  /** Shared by all frames of a source. */
  readonly names: readonly string[];
  /** World poses of the bodies themselves, names.length x 7. Where quality is lost, the last known ones. */
  readonly poses: Float64Array;
  /** One of tracking's `quality` per body. */
  readonly quality: Uint8Array;
}

export function createBodyFrame(names: readonly string[] = mocapBodyNames): BodyFrame {
  const poses = new Float64Array(names.length * POSE_SIZE);
  for (let body = 0; body < names.length; body++) poses[body * POSE_SIZE + 6] = 1;
  return { timeSeconds: 0, names, poses, quality: new Uint8Array(names.length) };
}

/** Both frames have the same names. */
export function copyBodyFrame(out: BodyFrame, from: BodyFrame): void {
  out.timeSeconds = from.timeSeconds;
  out.poses.set(from.poses);
  out.quality.set(from.quality);
}

export function isBodyTracked({ quality: qualities }: BodyFrame, body: number): boolean {
  return body >= 0 && qualities[body] !== quality.lost;
}

/** Whether all bodies are tracked: the moment at which lengths are taken from the actor. */
export function areAllBodiesTracked({ quality: qualities }: BodyFrame): boolean {
  return qualities.every((one) => one === quality.tracked);
}

/** What was refused so far, one sentence each, with how often. Nothing stops because of it. */
export interface BodyWarnings {
  readonly counts: Map<string, number>;
  total: number;
}

/** Different sentences that are kept; further ones are only counted in `total`. */
const MOST_SENTENCES = 64;

export function createBodyWarnings(): BodyWarnings {
  return { counts: new Map(), total: 0 };
}

export function warn(warnings: BodyWarnings, sentence: string): void {
  warnings.total++;
  const count = warnings.counts.get(sentence);
  if (count !== undefined || warnings.counts.size < MOST_SENTENCES) warnings.counts.set(sentence, (count ?? 0) + 1);
}

/** One line per sentence: `body "back": ... (12 times)`. */
export function describeWarnings({ counts }: { readonly counts: ReadonlyMap<string, number> }): string[] {
  return [...counts].map(([sentence, count]) => (count === 1 ? sentence : `${sentence} (${count} times)`));
}
