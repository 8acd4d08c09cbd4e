import { POSE_SIZE } from '@leib/tracking';

/**
 * One measurement of an ART DTrack system, with all lines of its grammar. Metres and radians, in the axes of the tracked
 * room's calibration. Rotations come from the matrices only: the manual prints the angles of one example in another
 * order than it defines.
 */
export interface DTrackFrame {
  frameNumber: number;
  /** `ts`: seconds since midnight, UTC, wraps; NaN when absent. */
  timeOfDaySeconds: number;
  /** `ts2`: seconds since the Unix epoch; NaN when absent. */
  epochSeconds: number;
  /** `ts2`: from the flash to sending; NaN when absent. */
  latencySeconds: number;
  /** `6dcal`: calibrated bodies, without the old flysticks and tools that DTrack includes; -1 when absent. */
  calibratedBodyCount: number;
  /** `glcal`: calibrated hands; -1 when absent. */
  calibratedHandCount: number;
  /** `6d`: tracked bodies only. Bodies with one id are all here, but not tracked: see `doubledIds`. */
  readonly bodies: Pool<DTrackBody>;
  /** `6di`: all bodies, tracked or not. */
  readonly inertialBodies: Pool<DTrackInertialBody>;
  /** `6dcov`. */
  readonly covariances: Pool<DTrackCovariance>;
  /** `6df` and `6df2`. */
  readonly flysticks: Pool<DTrackFlystick>;
  /** `6dmt` and `6dmt2`. */
  readonly tools: Pool<DTrackTool>;
  /** `6dmtr`. */
  readonly toolReferences: Pool<DTrackBody>;
  /** `3d`. */
  readonly markers: Pool<DTrackMarker>;
  /** `gl`. */
  readonly hands: Pool<DTrackHand>;
  /** `6dj`: the joints of all human models. */
  readonly joints: Pool<DTrackJoint>;
  /** `st`: status; valid when `hasStatus`. */
  hasStatus: boolean;
  readonly status: DTrackStatus;
  /** Count of lines with a known name that could not be read to their end. */
  damagedLines: number;
  /** Count of bodies, markers and other items with an entry that is no number ("nan"): they are left out. */
  damagedItems: number;
  /** Ids that two bodies or more of a line have. None of them can be trusted, so all are lost. */
  readonly doubledIds: number[];
  /** Count of lines with unknown names; not an error. */
  unknownLines: number;
}

export interface DTrackBody {
  id: number;
  /** As sent; negative when the body is not tracked. */
  quality: number;
  isTracked: boolean;
  /** Position and unit quaternion in the room. */
  readonly pose: Float64Array;
}

export interface DTrackInertialBody extends DTrackBody {
  /** 0 lost, 1 inertial, 2 optical, 3 both. */
  state: number;
  drift: number;
}

export interface DTrackCovariance {
  id: number;
  readonly reference: Float64Array;
  /** Upper triangle of the 6 x 6 matrix (mm, rad), row by row. 21 numbers, as sent. */
  readonly upper: Float64Array;
}

export interface DTrackFlystick extends DTrackBody {
  buttonCount: number;
  /** Bit i: button i, the front one first; the first 32. */
  buttons: number;
  axisCount: number;
  /** -1..1; 0 is horizontal, 1 vertical. */
  readonly axes: Float64Array;
}

export interface DTrackTool extends DTrackBody {
  buttonCount: number;
  buttons: number;
  /** NaN when the line has none. */
  tipRadius: number;
  /** s11 s12 s13 s22 s23 s33, mm², as sent. */
  readonly covariance: Float64Array;
}

export interface DTrackMarker {
  id: number;
  quality: number;
  readonly position: Float64Array;
}

export interface DTrackHand extends DTrackBody {
  side: 'left' | 'right';
  /** Thumb first. */
  fingerCount: number;
  readonly fingers: DTrackFinger[];
}

export interface DTrackFinger {
  /** Pose of the tip's sphere in the hand's frame: +X along the outstretched finger, +Z out of the nail. */
  readonly tipInHand: Float64Array;
  tipRadius: number;
  outerLength: number;
  middleLength: number;
  innerLength: number;
  outerMiddleAngle: number;
  middleInnerAngle: number;
}

export interface DTrackJoint extends DTrackBody {
  /** Id of the human model; `id` is the joint's. */
  humanId: number;
}

export interface DTrackStatus {
  cameras: number;
  bodies: number;
  markers: number;
  cameraErrors: number;
  cameraWarnings: number;
  otherErrors: number;
  otherWarnings: number;
  infos: number;
  readonly perCamera: Pool<{ id: number; reflections: number; used: number; brightest: number }>;
}

/** Most fingers of a hand in the grammar. */
export const MAX_FINGERS = 5;
/** Most axes of a flystick; the SDK keeps as many. */
export const MAX_AXES = 8;

export function createDTrackFrame(): DTrackFrame {
  return {
    frameNumber: -1,
    timeOfDaySeconds: Number.NaN,
    epochSeconds: Number.NaN,
    latencySeconds: Number.NaN,
    calibratedBodyCount: -1,
    calibratedHandCount: -1,
    bodies: createPool(createBody),
    inertialBodies: createPool(() => ({ ...createBody(), state: 0, drift: 0 })),
    covariances: createPool(() => ({ id: 0, reference: new Float64Array(3), upper: new Float64Array(21) })),
    flysticks: createPool(() => ({
      ...createBody(),
      buttonCount: 0,
      buttons: 0,
      axisCount: 0,
      axes: new Float64Array(MAX_AXES),
    })),
    tools: createPool(() => ({
      ...createBody(),
      buttonCount: 0,
      buttons: 0,
      tipRadius: Number.NaN,
      covariance: new Float64Array(6),
    })),
    toolReferences: createPool(createBody),
    markers: createPool(() => ({ id: 0, quality: 0, position: new Float64Array(3) })),
    hands: createPool(createHand),
    joints: createPool(() => ({ ...createBody(), humanId: 0 })),
    hasStatus: false,
    status: {
      cameras: 0,
      bodies: 0,
      markers: 0,
      cameraErrors: 0,
      cameraWarnings: 0,
      otherErrors: 0,
      otherWarnings: 0,
      infos: 0,
      perCamera: createPool(() => ({ id: 0, reflections: 0, used: 0, brightest: 0 })),
    },
    damagedLines: 0,
    damagedItems: 0,
    doubledIds: [],
    unknownLines: 0,
  };
}

export function resetDTrackFrame(frame: DTrackFrame): void {
  frame.frameNumber = -1;
  frame.timeOfDaySeconds = Number.NaN;
  frame.epochSeconds = Number.NaN;
  frame.latencySeconds = Number.NaN;
  frame.calibratedBodyCount = -1;
  frame.calibratedHandCount = -1;
  frame.bodies.count = 0;
  frame.inertialBodies.count = 0;
  frame.covariances.count = 0;
  frame.flysticks.count = 0;
  frame.tools.count = 0;
  frame.toolReferences.count = 0;
  frame.markers.count = 0;
  frame.hands.count = 0;
  frame.joints.count = 0;
  frame.hasStatus = false;
  frame.status.perCamera.count = 0;
  frame.damagedLines = 0;
  frame.damagedItems = 0;
  frame.doubledIds.length = 0;
  frame.unknownLines = 0;
}

function createBody(): DTrackBody {
  return { id: 0, quality: 0, isTracked: false, pose: new Float64Array(POSE_SIZE) };
}

function createHand(): DTrackHand {
  const fingers = Array.from({ length: MAX_FINGERS }, () => ({
    tipInHand: new Float64Array(POSE_SIZE),
    tipRadius: 0,
    outerLength: 0,
    middleLength: 0,
    innerLength: 0,
    outerMiddleAngle: 0,
    middleInnerAngle: 0,
  }));
  return { ...createBody(), side: 'left', fingerCount: 0, fingers };
}

/** A list that reuses its entries. The first `count` belong to this frame. */
export interface Pool<Item> {
  readonly items: Item[];
  count: number;
  readonly create: () => Item;
}

function createPool<Item>(create: () => Item): Pool<Item> {
  return { items: [], count: 0, create };
}

/** The next entry, with old contents. */
export function takeFromPool<Item>(pool: Pool<Item>): Item {
  if (pool.count === pool.items.length) pool.items.push(pool.create());
  return pool.items[pool.count++];
}

/** One body, in the tracked room's axes. */
interface DTrackBodyToSend {
  readonly id: number;
  /** Metres, unit quaternion. 7 numbers. */
  readonly pose: ArrayLike<number>;
}

interface DTrackFrameToSend {
  readonly frameNumber: number;
  /** Seconds since the Unix epoch. */
  readonly epochSeconds: number;
  readonly latencySeconds?: number;
  readonly calibratedBodyCount?: number;
  readonly bodies: readonly DTrackBodyToSend[];
}

/** A packet as DTrack sends it (fr, ts2, 6dcal, 6d), for programs that receive DTrack, tests and measurements. */
export function encodeDTrackFrame(frame: DTrackFrameToSend): Uint8Array<ArrayBuffer> {
  const seconds = Math.floor(frame.epochSeconds);
  const micros = Math.round((frame.epochSeconds - seconds) * 1e6);
  const latencyMicros = Math.round((frame.latencySeconds ?? 0) * 1e6);
  const lines = [
    `fr ${frame.frameNumber}`,
    `ts2 ${seconds} ${Math.min(micros, 999_999)} ${latencyMicros}`,
    `6dcal ${frame.calibratedBodyCount ?? frame.bodies.length}`,
    `6d ${frame.bodies.length}${frame.bodies.map(bodyText).join('')}`,
  ];
  return new TextEncoder().encode(`${lines.join('\r\n')}\r\n`);
}

function bodyText({ id, pose }: DTrackBodyToSend): string {
  const [x, y, z, w] = [pose[3], pose[4], pose[5], pose[6]];
  const columns = [
    1 - 2 * (y * y + z * z),
    2 * (x * y + z * w),
    2 * (x * z - y * w),
    2 * (x * y - z * w),
    1 - 2 * (x * x + z * z),
    2 * (y * z + x * w),
    2 * (x * z + y * w),
    2 * (y * z - x * w),
    1 - 2 * (x * x + y * y),
  ];
  // R = Rx(eta) Ry(theta) Rz(phi), manual B.1.3.
  const theta = Math.asin(Math.max(-1, Math.min(1, columns[6])));
  const eta = Math.atan2(-columns[7], columns[8]);
  const phi = Math.atan2(-columns[3], columns[0]);
  const place = [0, 1, 2].map((k) => (pose[k] * 1000).toFixed(3));
  const angles = [eta, theta, phi].map((angle) => ((angle * 180) / Math.PI).toFixed(4));
  return ` [${id} 1.000][${[...place, ...angles].join(' ')}][${columns.map((value) => value.toFixed(6)).join(' ')}]`;
}
