import { DEG, type Motion } from '@leib/core';
import { resampleMotion, statureOfSkeleton } from '@leib/formats';
import {
  type BodySource,
  createBodyFrame,
  createRecordedBodySource,
  findOffsets,
  type MocapOffsets,
  namesOfRecordedBodies,
  readRecordedBodies,
  simulateBodies,
} from '@leib/mocap';
import type { MocapSettings } from '../mocapShape.js';

/** Rate of the simulated tracker. */
const TRACKER_HZ = 60;
/** The same bodies sit at the same places whatever else is changed. */
const SEED = 12;

/** A tracker's recording of bodies on an actor that does not exist. */
export interface SimulatedSource extends BodySource {
  readonly motion: Motion;
  /** How the bodies sit on the actor, as a T-pose before the first frame tells. */
  readonly foundOffsets: MocapOffsets;
  /** The same person with the same bodies in the T-pose. */
  standInTPose(): BodySource;
}

export type Simulation = Pick<MocapSettings, 'noiseMm' | 'noiseDeg' | 'lostPercent'>;

export function createSimulatedSource(motion: Motion, simulation: Simulation): SimulatedSource {
  const sampled = motion.hz === TRACKER_HZ ? motion : resampleMotion(motion, TRACKER_HZ);
  const { recording } = simulate(sampled, simulation);
  return {
    ...createRecordedBodySource(recording, `Simulated: ${motion.name}`),
    motion,
    foundOffsets: findInTPose(motion, simulation),
    standInTPose: () =>
      createRecordedBodySource(simulate(tPoseMotion(motion, 10), simulation).recording, 'Simulated: T-pose'),
  };
}

function simulate(motion: Motion, { noiseMm, noiseDeg, lostPercent }: Simulation): ReturnType<typeof simulateBodies> {
  const options = { positionNoise: noiseMm / 1000, rotationNoise: noiseDeg * DEG, lostShare: lostPercent / 100 };
  return simulateBodies(motion, options, SEED);
}

/** Offsets as a second of T-pose without losses tells them, of a person whose proportions are known. */
function findInTPose(motion: Motion, simulation: Simulation): MocapOffsets {
  const { recording } = simulate(tPoseMotion(motion, 1), { ...simulation, lostPercent: 0 });
  const names = namesOfRecordedBodies(recording);
  const frames = Array.from({ length: recording.frameCount }, (_, index) => {
    const frame = createBodyFrame(names);
    readRecordedBodies(recording, index, frame);
    return frame;
  });
  const { skeleton } = motion;
  return findOffsets({ frames, skeleton, stature: statureOfSkeleton(skeleton), floorY: 0 }).offsets;
}

/** Some seconds of standing in the rest pose. */
function tPoseMotion({ skeleton }: Motion, seconds: number): Motion {
  const frameCount = seconds * TRACKER_HZ;
  const rootPositions = new Float64Array(frameCount * 3);
  const localRotations = new Float64Array(frameCount * skeleton.jointCount * 4);
  for (let frame = 0; frame < frameCount; frame++) rootPositions.set(skeleton.restOffsets.subarray(0, 3), frame * 3);
  for (let w = 3; w < localRotations.length; w += 4) localRotations[w] = 1;
  return { name: 'T-pose', skeleton, hz: TRACKER_HZ, frameCount, rootPositions, localRotations };
}
