import { POSE_SIZE, quality, type TrackedController, type TrackedHand } from '@leib/tracking';

/** Joints of a tracked hand by WebXR's numbers. */
const WRIST = 0;
const THUMB_TIP = 4;
const INDEX_TIP = 9;
const MIDDLE_KNUCKLE = 11;
const MIDDLE_TIP = 14;
const RING_TIP = 19;
const LITTLE_TIP = 24;

/** In lengths of the palm, wrist to middle knuckle, about 9 cm: closed below the first, open above the second. */
const PINCH = { closed: 0.25, open: 0.55 } as const;
/** Finger tips from the wrist, mean of three: a fist has about 1, a flat hand about 2. */
const FIST = { closed: 1.2, open: 1.6 } as const;

/** How far a hand is closed, 0 to 1: by its controller's trigger or grip; without one, by pinching or making a fist. */
export function gripOfHand({ grip, trigger }: TrackedController, hand: TrackedHand): number {
  const pressed = Math.max(grip, trigger);
  if (hand.quality === quality.lost) return pressed;
  const { poses } = hand;
  const palm = distance(poses, WRIST, MIDDLE_KNUCKLE);
  if (!(palm > 1e-3)) return pressed;
  const pinch = distance(poses, THUMB_TIP, INDEX_TIP) / palm;
  const reach =
    (distance(poses, WRIST, MIDDLE_TIP) + distance(poses, WRIST, RING_TIP) + distance(poses, WRIST, LITTLE_TIP)) /
    (3 * palm);
  return Math.max(pressed, closedShare(pinch, PINCH), closedShare(reach, FIST));
}

/** How far thumb and index of a hand are closed, 0 to 1: by its controller's trigger; without one, by pinching. */
export function pinchOfHand({ trigger }: Pick<TrackedController, 'trigger'>, hand: TrackedHand): number {
  if (hand.quality === quality.lost) return trigger;
  const palm = distance(hand.poses, WRIST, MIDDLE_KNUCKLE);
  return palm > 1e-3 ? closedShare(distance(hand.poses, THUMB_TIP, INDEX_TIP) / palm, PINCH) : 0;
}

function closedShare(value: number, { closed, open }: { readonly closed: number; readonly open: number }): number {
  return Math.min(1, Math.max(0, (open - value) / (open - closed)));
}

function distance(poses: Float64Array, from: number, to: number): number {
  const x = poses[to * POSE_SIZE] - poses[from * POSE_SIZE];
  const y = poses[to * POSE_SIZE + 1] - poses[from * POSE_SIZE + 1];
  const z = poses[to * POSE_SIZE + 2] - poses[from * POSE_SIZE + 2];
  return Math.sqrt(x * x + y * y + z * z);
}
