import { defaultSkeleton } from '@leib/body';
import { createPose, jointOfBone, nextRandom, updateWorldPose } from '@leib/core';
import { createSimulatedKind, isSimulatedActor, simulateInline } from '@leib/reembody';
import { loadMujoco } from '@leib/reembody/mujoco';
import { type ActorKind, createStage, decodeStageDoc } from '@leib/stage';
import { expect, test } from 'vitest';
import { createLagMeter, lagValues, stepLagMeter } from './lagMeter.js';

const HZ = 60;

/** Waves both arms in ways that do not repeat, as people do. */
const waver: ActorKind = {
  create(doc, id) {
    const pose = createPose(defaultSkeleton);
    const random = { seed: 5 };
    const phases = Array.from({ length: 12 }, () => 0.6 + 2.4 * nextRandom(random));
    let seconds = 0;
    return {
      ...{ id, kind: doc.kind, skeleton: defaultSkeleton, pose },
      step(_stage, dtSeconds) {
        seconds += dtSeconds;
        for (const [index, bone] of (
          ['leftUpperArm', 'rightUpperArm', 'leftLowerArm', 'rightLowerArm'] as const
        ).entries()) {
          const [a, b, c] = phases.slice(index * 3, index * 3 + 3);
          const side = index % 2 === 0 ? 1 : -1;
          const isUpper = index < 2;
          const angle = 0.25 * (Math.sin(a * 2 * seconds) + Math.sin(b * 2.7 * seconds) + Math.sin(c * 1.3 * seconds));
          const turn = isUpper ? -side * (0.8 + angle) : -side * (0.8 + Math.abs(angle));
          const half = turn / 2;
          pose.localRotations.set(
            isUpper ? [0, 0, Math.sin(half), Math.cos(half)] : [0, Math.sin(half), 0, Math.cos(half)],
            jointOfBone(defaultSkeleton, bone) * 4,
          );
        }
        updateWorldPose(defaultSkeleton, pose);
      },
      set: () => true,
      pack: () => null,
      figures: () => ({ numbers: {}, remarks: [] }),
      dispose() {},
    };
  },
};

test.each([0, 125, 350])(
  '%i ms, measured on the body itself: within a frame of what was set, 95 times in 100',
  async (latencyMs) => {
    const mujoco = await loadMujoco();
    const doc = decodeStageDoc({
      format: 'leib-stage/1',
      actors: {
        me: { kind: 'waver' },
        body: { kind: 'simulated', source: { kind: 'pose', of: 'me' }, settings: { latencyMs } },
      },
    });
    if (!doc.ok) throw new Error(doc.reason);
    const simulated = createSimulatedKind({
      body: () => ({ skeleton: defaultSkeleton, skin: null }),
      place: () => simulateInline(mujoco),
    });
    const stage = createStage({ waver, simulated }, doc.value);
    const meter = createLagMeter();
    for (let frame = 0; frame < 40 * HZ; frame++) {
      stage.step(1 / HZ);
      const body = stage.actors.get('body');
      if (isSimulatedActor(body)) stepLagMeter(meter, 1 / HZ, body);
    }
    stage.dispose();
    expect(meter.lags.length).toBeGreaterThan(60);
    const errors = meter.lags.map((lag) => Math.abs(lag - latencyMs / 1000)).sort((a, b) => a - b);
    expect(errors[Math.floor(0.95 * errors.length)]).toBeLessThan(1 / HZ);
  },
);

test('who does not move tells nothing', () => {
  const pose = createPose(defaultSkeleton);
  const meter = createLagMeter();
  for (let frame = 0; frame < 600; frame++)
    stepLagMeter(meter, 1 / HZ, { skeleton: defaultSkeleton, wished: pose, pose });
  expect(lagValues(meter)).toEqual({});
});
