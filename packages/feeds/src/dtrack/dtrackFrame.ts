import { POSE_SIZE } from '@leib/tracking';
import { createPool, type Pool } from './pool.js';

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
