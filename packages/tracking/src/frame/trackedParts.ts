/** Everything on a body that a tracker may sit on. The index in this list is the point's number everywhere. */
export const trackedPoints = [
  'head',
  'leftHand',
  'rightHand',
  'hips',
  'chest',
  'leftElbow',
  'rightElbow',
  'leftKnee',
  'rightKnee',
  'leftFoot',
  'rightFoot',
] as const;

export type TrackedPoint = (typeof trackedPoints)[number];

/** Number of each point: `pointNumber.leftHand`. */
export const pointNumber = Object.fromEntries(trackedPoints.map((point, index) => [point, index])) as Readonly<
  Record<TrackedPoint, number>
>;

/** How well a point is tracked, as bytes for flat arrays: higher is better. A lost controller is data, not an error. */
export const quality = { lost: 0, inferred: 1, tracked: 2 } as const;

/** Numbers per pose: position px py pz, then unit quaternion qx qy qz qw. */
export const POSE_SIZE = 7;

/** Joints of a tracked hand: WebXR's 25, wrist first, in its order. */
export const HAND_JOINT_COUNT = 25;

/** One hand's joints as the device sees them. */
export interface TrackedHand {
  /** World poses, WebXR's joint axes. 25 x 7. */
  readonly poses: Float64Array;
  /** One of `quality` for the hand as a whole: devices lose hands, not single joints. */
  quality: number;
}

/** What a controller's fingers do: each 0 (released) to 1 (pressed), and the stick -1..1 (+x right, +y forward). */
export interface TrackedController {
  stickX: number;
  stickY: number;
  trigger: number;
  grip: number;
  /** On the stick, the pad or a button: 0 in the air, 0.5 touches it, 1 presses. Not recorded. */
  thumb: number;
}

/** What a frame of devices and a frame of joints have in common: when, how good, and the hands. */
export interface TrackedParts {
  timeSeconds: number;
  /** One of `quality` per point. 11 entries. */
  readonly quality: Uint8Array;
  readonly leftHandJoints: TrackedHand;
  readonly rightHandJoints: TrackedHand;
  readonly leftController: TrackedController;
  readonly rightController: TrackedController;
}

export function createTrackedParts(): TrackedParts {
  return {
    timeSeconds: 0,
    quality: new Uint8Array(trackedPoints.length),
    leftHandJoints: createTrackedHand(),
    rightHandJoints: createTrackedHand(),
    leftController: createController(),
    rightController: createController(),
  };
}

export function copyTrackedParts(out: TrackedParts, from: TrackedParts): void {
  out.timeSeconds = from.timeSeconds;
  out.quality.set(from.quality);
  copyHand(out.leftHandJoints, from.leftHandJoints);
  copyHand(out.rightHandJoints, from.rightHandJoints);
  copyController(out.leftController, from.leftController);
  copyController(out.rightController, from.rightController);
}

function copyHand(out: TrackedHand, from: TrackedHand): void {
  out.quality = from.quality;
  out.poses.set(from.poses);
}

export function copyController(out: TrackedController, from: TrackedController): void {
  out.stickX = from.stickX;
  out.stickY = from.stickY;
  out.trigger = from.trigger;
  out.grip = from.grip;
  out.thumb = from.thumb;
}

/** Marks everything as lost; poses keep their last values. Sources call it first, then fill in what they have. */
export function loseEverything(frame: TrackedParts): void {
  frame.quality.fill(quality.lost);
  frame.leftHandJoints.quality = quality.lost;
  frame.rightHandJoints.quality = quality.lost;
}

export function isTracked(frame: TrackedParts, point: number): boolean {
  return frame.quality[point] !== quality.lost;
}

export function identityPoses(count: number): Float64Array {
  const poses = new Float64Array(count * POSE_SIZE);
  for (let i = 0; i < count; i++) poses[i * POSE_SIZE + 6] = 1;
  return poses;
}

function createTrackedHand(): TrackedHand {
  return { poses: identityPoses(HAND_JOINT_COUNT), quality: quality.lost };
}

function createController(): TrackedController {
  return { stickX: 0, stickY: 0, trigger: 0, grip: 0, thumb: 0 };
}
