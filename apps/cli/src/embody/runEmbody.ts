import { readSmplJoints, SMPL_JOINT_COUNT, smplToJoint } from '@leib/core';
import { createPerson, type Person } from '@leib/embody';
import {
  createTrackingLineReader,
  FormatError,
  gunzipIfNeeded,
  jointsHeaderText,
  jointsLineText,
  writeTrackingLines,
} from '@leib/formats';
import {
  createTrackerOffsets,
  type DeviceFrame,
  defaultJointReaderSettings,
  isTracked,
  pointNumber,
  type TrackedPoint,
  type TrackingHeader,
  trackedPoints,
} from '@leib/tracking';
import { trackingOfMcap } from '../calibrate/readCalibration.js';
import { type CommandRun, UsageError } from '../command.js';
import type { embodyOptions } from '../commands/embody.js';
import { formatOfFile } from '../convert/streamTracking.js';
import { bodyOfHeader } from '../convert/trackedBody.js';
import { named, withPath } from '../fileErrors.js';
import { checkStandardOutput, readInput, readJson } from '../files.js';
import { readTrackersWithHead } from '../options.js';
import type { Solver } from '../solvers.js';
import { createSolver } from '../solvers.js';
import { readTextLines, writeTextPieces } from '../textLines.js';

export const runEmbody: CommandRun<typeof embodyOptions> = async (_operands, options, output) => {
  const inPath = required('in', options.in);
  const outPath = required('out', options.out);
  checkStandardOutput(outPath, options.json);
  const points = readTrackersWithHead(options.trackers);
  const settings = options.settings === undefined ? undefined : await readJson(options.settings);
  const solver = await named(options.settings ?? '', () => createSolver(options.solver, settings, options.prior));
  const lines = createEmbodyLines(solver, points);
  const startMs = performance.now();
  async function* embodied() {
    for await (const batch of linesOf(inPath)) {
      yield batch.map((line) => lines.embodyLine(line)).join('');
      output.progress(`${inPath}: ${lines.frameCount} frames`);
    }
    lines.end();
  }
  try {
    await writeTextPieces(outPath, embodied());
  } catch (error) {
    throw error instanceof FormatError ? withPath(inPath, error) : error;
  }
  if (!lines.hasHead) output.note('no head was tracked, so the body stands at the origin in its T-pose throughout');
  const seconds = (performance.now() - startMs) / 1000;
  const framesPerSecond = Math.round(lines.frameCount / seconds);
  const summary = { in: inPath, out: outPath, frames: lines.frameCount, seconds, framesPerSecond };
  if (options.json) output.print(JSON.stringify(summary));
  else if (outPath !== '-') output.print(`${outPath}: ${lines.frameCount} frames, ${framesPerSecond} a second`);
};

/** Lines of leib-tracking/1: those of the file, or of what was tracked in an MCAP recording. */
async function* linesOf(path: string): AsyncGenerator<readonly string[], void, void> {
  if ((await formatOfFile(path)) !== 'mcap') return yield* readTextLines(path);
  const tracking = await named(path, async () => trackingOfMcap(await gunzipIfNeeded(await readInput(path))));
  yield writeTrackingLines(tracking).split('\n');
}

function required(name: string, value: string | undefined): string {
  if (value === undefined) throw new UsageError(`--${name}`, `expected a value, got nothing; see leib embody --help`);
  return value;
}

/** Times in a file may repeat, and may leave a pause out: a solver gets a step it can make something of. */
const SHORTEST_STEP_SECONDS = 1e-4;
const LONGEST_STEP_SECONDS = 1;

/** Lines of leib-tracking/1 become lines of leib-joints/1. */
interface EmbodyLines {
  /** What is to be written for a line, line end included; empty for a blank one. */
  embodyLine(line: string): string;
  /** After the last line. */
  end(): void;
  readonly frameCount: number;
  readonly hasHead: boolean;
}

function createEmbodyLines(solver: Solver, points: readonly TrackedPoint[] = trackedPoints): EmbodyLines {
  const reader = createTrackingLineReader();
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
        body = createEmbodiedBody(solver, reader.header, points);
        return jointsHeaderText(reader.header.hz);
      }
      if (!isMoment || body === null) return '';
      frameCount++;
      hasHead ||= isTracked(reader.frame, pointNumber.head);
      return `${stepBody(body, reader.frame)}\n`;
    },
    end: () => reader.end(),
  };
}

interface EmbodiedBody {
  readonly header: TrackingHeader;
  readonly person: Person;
  readonly joints: Int16Array;
  readonly positions: Float64Array;
  readonly rotations: Float64Array;
  lastTimeSeconds: number;
}

function createEmbodiedBody(solver: Solver, header: TrackingHeader, points: readonly TrackedPoint[]): EmbodiedBody {
  const skeleton = bodyOfHeader(header);
  const { choice, prior } = solver;
  const settings = { solver: choice, reader: { ...defaultJointReaderSettings, points } };
  const person = createPerson({ skeleton, offsets: createTrackerOffsets(header.offsets), prior, settings });
  // The solver's floor is at height zero.
  person.place({ x: 0, y: -header.floorY, z: 0, yaw: 0 });
  return {
    header,
    person,
    joints: smplToJoint(skeleton),
    positions: new Float64Array(SMPL_JOINT_COUNT * 3),
    rotations: new Float64Array(SMPL_JOINT_COUNT * 4),
    lastTimeSeconds: Number.NaN,
  };
}

/** Solves for the frame and returns its line. */
function stepBody(body: EmbodiedBody, devices: DeviceFrame): string {
  const { header, person, positions, rotations } = body;
  const { timeSeconds } = devices;
  const passed = timeSeconds - body.lastTimeSeconds;
  body.lastTimeSeconds = timeSeconds;
  const dtSeconds = Number.isNaN(passed)
    ? 1 / header.hz
    : Math.min(Math.max(passed, SHORTEST_STEP_SECONDS), LONGEST_STEP_SECONDS);
  readSmplJoints(body.joints, person.follow(devices, dtSeconds), positions, rotations);
  for (let y = 1; y < positions.length; y += 3) positions[y] += header.floorY;
  return jointsLineText(timeSeconds, positions, rotations);
}
