import { DEG, type Motion } from '@leib/core';
import { resampleMotion } from '@leib/formats';
import {
  type BodySource,
  createRecordedBodySource,
  type MocapOffsets,
  type SimulatedBodies,
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
  const { recording, offsets } = simulate(sampled, simulation);
  return {
    ...createRecordedBodySource(recording, `Simulated: ${motion.name}`),
    motion,
    foundOffsets: offsets,
    standInTPose: () =>
      createRecordedBodySource(simulate(tPoseMotion(motion), simulation).recording, 'Simulated: T-pose'),
  };
}

function simulate(motion: Motion, { noiseMm, noiseDeg, lostPercent }: Simulation): SimulatedBodies {
  const options = { positionNoise: noiseMm / 1000, rotationNoise: noiseDeg * DEG, lostShare: lostPercent / 100 };
  return simulateBodies(motion, options, SEED);
}

/** Ten seconds of standing in the rest pose. */
function tPoseMotion({ skeleton }: Motion): Motion {
  const frameCount = 10 * TRACKER_HZ;
  const rootPositions = new Float64Array(frameCount * 3);
  const localRotations = new Float64Array(frameCount * skeleton.jointCount * 4);
  for (let frame = 0; frame < frameCount; frame++) rootPositions.set(skeleton.restOffsets.subarray(0, 3), frame * 3);
  for (let w = 3; w < localRotations.length; w += 4) localRotations[w] = 1;
  return { name: 'T-pose', skeleton, hz: TRACKER_HZ, frameCount, rootPositions, localRotations };
}
