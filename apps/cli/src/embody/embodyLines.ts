import { readSmplJoints, SMPL_JOINT_COUNT, smplToJoint } from '@leib/core';
import type { RunningSolver, Solver } from '@leib/embody';
import { createTrackingLineReader, jointsHeaderText, jointsLineText } from '@leib/formats';
import {
  copyDeviceFrame,
  createDeviceFrame,
  createJointFrame,
  createTrackerOffsets,
  type DeviceFrame,
  isTracked,
  type JointFrame,
  jointsOfDevices,
  POSE_SIZE,
  pointNumber,
  quality,
  type TrackedPoint,
  type TrackingHeader,
  trackedPoints,
} from '@leib/tracking';
import { bodyOfHeader } from '../bodyOfHeader.js';

/** Times in a file may repeat, and may leave a pause out: a solver gets a step it can make something of. */
const SHORTEST_STEP_SECONDS = 1e-4;
const LONGEST_STEP_SECONDS = 1;

/** Lines of leib-tracking/1 become lines of leib-joints/1. */
export interface EmbodyLines {
  /** What is to be written for a line, line end included; empty for a blank one. */
  embodyLine(line: string): string;
  /** After the last line. */
  end(): void;
  readonly frameCount: number;
  readonly hasHead: boolean;
}

export function createEmbodyLines(solver: Solver, points: readonly TrackedPoint[] = trackedPoints): EmbodyLines {
  const reader = createTrackingLineReader();
  const unused = trackedPoints.filter((point) => !points.includes(point)).map((point) => pointNumber[point]);
  let body: EmbodiedBody | null = null;
  let frameCount = 0;
  let hasHead = false;
  return {
    get frameCount() {
      return frameCount;
    },
    get hasHead() {
      return hasHead;
    },
    embodyLine(line) {
      const isMoment = reader.readLine(line);
      if (body === null && reader.header !== null) {
        body = createEmbodiedBody(solver, reader.header);
        return jointsHeaderText(reader.header.hz);
      }
      if (!isMoment || body === null) return '';
      frameCount++;
      hasHead ||= isTracked(reader.frame, pointNumber.head);
      copyDeviceFrame(body.devices, reader.frame);
      for (const point of unused) body.devices.quality[point] = quality.lost;
      return `${stepBody(body)}\n`;
    },
    end: () => reader.end(),
  };
}

interface EmbodiedBody {
  readonly header: TrackingHeader;
  readonly running: RunningSolver;
  readonly joints: Int16Array;
  readonly offsets: Float64Array;
  readonly devices: DeviceFrame;
  readonly frame: JointFrame;
  readonly positions: Float64Array;
  readonly rotations: Float64Array;
  lastTimeSeconds: number;
}

function createEmbodiedBody(solver: Solver, header: TrackingHeader): EmbodiedBody {
  const skeleton = bodyOfHeader(header);
  return {
    header,
    running: solver.create(skeleton),
    joints: smplToJoint(skeleton),
    offsets: createTrackerOffsets(header.offsets),
    devices: createDeviceFrame(),
    frame: createJointFrame(),
    positions: new Float64Array(SMPL_JOINT_COUNT * 3),
    rotations: new Float64Array(SMPL_JOINT_COUNT * 4),
    lastTimeSeconds: Number.NaN,
  };
}

/** Solves for the frame and returns its line. */
function stepBody(body: EmbodiedBody): string {
  const { header, running, frame, positions, rotations } = body;
  const { timeSeconds } = body.devices;
  const passed = timeSeconds - body.lastTimeSeconds;
  body.lastTimeSeconds = timeSeconds;
  const dtSeconds = Number.isNaN(passed)
    ? 1 / header.hz
    : Math.min(Math.max(passed, SHORTEST_STEP_SECONDS), LONGEST_STEP_SECONDS);
  jointsOfDevices(body.devices, body.offsets, frame);
  // The solver's floor is at height zero.
  for (let y = 1; y < frame.jointPoses.length; y += POSE_SIZE) frame.jointPoses[y] -= header.floorY;
  running.step(frame, dtSeconds);
  readSmplJoints(body.joints, running.pose, positions, rotations);
  for (let y = 1; y < positions.length; y += 3) positions[y] += header.floorY;
  return jointsLineText(timeSeconds, positions, rotations);
}
