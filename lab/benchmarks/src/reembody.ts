import { defaultSkeleton } from '@leib/body';
import { createPose, jointOfBone, type Pose, updateWorldPose } from '@leib/core';
import {
  applyTuning,
  buildRemoteBody,
  defaultRemoteBodySettings,
  type MujocoModule,
  type RemoteBody,
  RemoteWorld,
  setRemoteTarget,
  stepRemoteWorld,
  tuneRemoteBody,
} from '@leib/reembody';
import { loadMujoco } from '@leib/reembody/mujoco';
import type { BenchmarkOptions } from './benchmarkOptions.js';
import { compare } from './compare.js';
import type { Contender } from './contender.js';
import { createJoltBody, loadJolt } from './contenders/joltBody.js';
import type { BenchResult } from './report.js';

/** Moments of one movement that repeats: nothing is worked out for the benchmark while it is timed. */
const MOMENT_COUNT = 180;
const HZ = 90;
const BODY_FRAMES = 90;
const CROWD_FRAMES = 4;
const CROWD_COUNT = 50;

/** Loads both engines, then measures one body, one with fingers, and fifty in one world, two substeps a frame. */
export async function loadBenchReembody(): Promise<(options: BenchmarkOptions) => BenchResult[]> {
  const mujoco = await loadMujoco();
  const jolt = await loadJolt();
  return (options) => {
    const moments = createMoments();
    const body = tunedBody(mujoco, false);
    const withFingers = tunedBody(mujoco, true);
    const peer = createJoltBody(jolt, body);
    let moment = 0;
    const joltContender: Contender = {
      name: 'jolt SixDOF',
      callCount: BODY_FRAMES,
      run(count) {
        for (let i = 0; i < count; i++) {
          moment = (moment + 1) % MOMENT_COUNT;
          peer.step(moments[moment], 1 / HZ);
        }
      },
    };
    const ours = worldContender('leib', mujoco, [body], moments);
    const fingers = worldContender('leib with fingers', mujoco, [withFingers], moments);
    const crowd = worldContender('leib crowd', mujoco, Array(CROWD_COUNT).fill(body), moments);
    const results = [
      ...compare(
        [
          { name: `reembody/${body.parts.length}-parts`, ours: ours.contender, peers: [joltContender] },
          { name: `reembody/${withFingers.parts.length}-parts`, ours: fingers.contender, peers: [] },
        ],
        options,
      ),
      ...compare([{ name: `reembody/${CROWD_COUNT}-bodies`, ours: crowd.contender, peers: [] }], options),
    ];
    for (const { world } of [ours, fingers, crowd]) world.dispose();
    peer.dispose();
    return results;
  };
}

function tunedBody(mujoco: MujocoModule, hasFingers: boolean): RemoteBody {
  const settings = { ...defaultRemoteBodySettings, hasFingers };
  const tuning = tuneRemoteBody(mujoco, buildRemoteBody(defaultSkeleton, settings));
  return buildRemoteBody(defaultSkeleton, applyTuning(settings, tuning));
}

/** One world with so many bodies, side by side, each at another moment of the movement. */
function worldContender(
  name: string,
  mujoco: MujocoModule,
  bodies: readonly RemoteBody[],
  moments: readonly Pose[],
): { world: RemoteWorld; contender: Contender } {
  const world = new RemoteWorld(mujoco, bodies);
  const side = Math.ceil(Math.sqrt(bodies.length));
  let moment = 0;
  const contender: Contender = {
    name,
    callCount: bodies.length > 1 ? CROWD_FRAMES : BODY_FRAMES,
    run(count) {
      for (let i = 0; i < count; i++) {
        moment = (moment + 1) % MOMENT_COUNT;
        for (let k = 0; k < bodies.length; k++) {
          const state = world.bodies[k];
          setRemoteTarget(state, moments[(moment + 7 * k) % MOMENT_COUNT]);
          state.targetRootGiven[0] += (k % side) * 1.5;
          state.targetRootGiven[2] += Math.floor(k / side) * 1.5;
        }
        stepRemoteWorld(world, 1 / HZ);
      }
    },
  };
  return { world, contender };
}

/** A loop of two seconds: marching on the spot, bending, waving both arms. */
function createMoments(): Pose[] {
  const turns: readonly (readonly [Parameters<typeof jointOfBone>[1], number, number, number, number])[] = [
    // bone, axis, middle and amplitude in radians, cycles
    ['spine', 0, 0.15, 0.15, 2],
    ['chest', 1, 0, 0.3, 1],
    ['head', 1, 0, 0.4, 1],
    ['leftUpperArm', 2, -0.8, 0.5, 2],
    ['rightUpperArm', 2, 0.8, 0.5, 1],
    ['leftLowerArm', 1, -0.8, 0.6, 3],
    ['rightLowerArm', 1, 0.8, 0.6, 2],
    ['leftHand', 2, 0, 0.4, 3],
    ['rightHand', 2, 0, 0.4, 2],
    ['leftUpperLeg', 0, -0.4, 0.5, 2],
    ['rightUpperLeg', 0, -0.4, -0.5, 2],
    ['leftLowerLeg', 0, 0.6, -0.5, 2],
    ['rightLowerLeg', 0, 0.6, 0.5, 2],
    ['leftIndexProximal', 2, -0.5, 0.4, 3],
    ['rightIndexProximal', 2, 0.5, 0.4, 3],
  ];
  return Array.from({ length: MOMENT_COUNT }, (_, i) => {
    const pose = createPose(defaultSkeleton);
    const phase = (2 * Math.PI * i) / MOMENT_COUNT;
    for (const [bone, axis, middle, amplitude, cycles] of turns) {
      const at = jointOfBone(defaultSkeleton, bone) * 4;
      const half = (middle + amplitude * Math.sin(cycles * phase)) / 2;
      pose.localRotations[at + axis] = Math.sin(half);
      pose.localRotations[at + 3] = Math.cos(half);
    }
    pose.rootPosition[1] += 0.03 * Math.sin(4 * phase);
    updateWorldPose(defaultSkeleton, pose);
    return pose;
  });
}
