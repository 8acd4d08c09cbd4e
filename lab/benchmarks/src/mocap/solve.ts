import {
  type BodyFrame,
  buildMocapModel,
  createBodyFrame,
  createMocapState,
  type MocapMethod,
  namesOfRecordedBodies,
  readRecordedBodies,
  simulateBodies,
  stepMocap,
  takeLengths,
} from '@leib/mocap';
import type { BenchmarkOptions } from '../benchmarkOptions.js';
import { compare } from '../compare.js';
import type { Contender } from '../contender.js';
import type { BenchResult } from '../report.js';
import { createActorMotion } from './movingActor.js';

/**
 * One frame of ten simulated bodies, with noise and gaps, to angles and pose: everything that a live frame takes. One call is one
 * frame.
 */
export function benchMocapSolve(method: MocapMethod): (options: BenchmarkOptions) => BenchResult[] {
  return (options) => {
    const { recording, offsets } = simulateBodies(createActorMotion());
    const bodyNames = namesOfRecordedBodies(recording);
    const model = buildMocapModel({ bodyNames, offsets, method });
    const frames = Array.from({ length: recording.frameCount }, (_, index): BodyFrame => {
      const frame = createBodyFrame(bodyNames);
      readRecordedBodies(recording, index, frame);
      return frame;
    });
    const state = createMocapState(
      model,
      takeLengths(model, (index) => frames[index] ?? null),
    );
    const dtSeconds = 1 / recording.header.hz;
    const ours: Contender = {
      name: 'leib',
      callCount: frames.length,
      run(count) {
        for (let i = 0; i < count; i++) stepMocap(model, state, frames[i], dtSeconds);
      },
    };
    return compare([{ name: `mocap/${method}`, ours, peers: [] }], options);
  };
}
