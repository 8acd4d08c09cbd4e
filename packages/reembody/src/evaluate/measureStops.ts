import { createPose, type HumanoidBone, updateWorldPose } from '@leib/core';
import { driveGains } from '../body/driveGains.js';
import type { RemoteBody } from '../body/remoteBody.js';
import { setRemoteTarget } from '../control/setRemoteTarget.js';
import type { MujocoModule } from '../engine/mujoco.js';
import { limitExcess } from '../world/measureBody.js';
import { push } from '../world/push.js';
import { RemoteWorld } from '../world/remoteWorld.js';
import { stepRemoteWorld } from '../world/stepRemoteWorld.js';

/** How far joints of one kind gave way beyond their limits, degrees. */
export interface StopFigures {
  /** Under the steady load, and when the limb came flying into its stop. */
  readonly restDeg: number;
  readonly blowDeg: number;
  /** The joint that gave way farthest at rest; null where the body has none of the kind. */
  readonly bone: HumanoidBone | null;
}

export interface StopReport {
  readonly forceN: number;
  readonly hinges: StopFigures;
  readonly balls: StopFigures;
}

const HZ = 90;
const PRESS_SECONDS = 1;
/** Share of its damping that the pressed joint keeps, so that it comes to rest. */
const DAMPING_SHARE = 0.1;
const REST_SECONDS = 0.2;

/**
 * Presses every joint of a body against its limits: its drive is taken away but for some damping, and a force pulls at the
 * limb for a second, each way along the room's axes. The other joints hold.
 */
export function measureStops(
  mujoco: MujocoModule,
  body: RemoteBody,
  forceN = 90,
  bones: readonly HumanoidBone[] = body.drives.map(({ bone }) => bone),
): StopReport {
  const worst = { hinges: { restDeg: 0, blowDeg: 0, bone: null }, balls: { restDeg: 0, blowDeg: 0, bone: null } };
  const figures: Record<keyof typeof worst, StopFigures> = worst;
  const world = new RemoteWorld(mujoco, [body]);
  try {
    for (const { part, bone, kind } of body.drives) {
      if (!bones.includes(bone)) continue;
      const key = kind === 'ball' ? 'balls' : 'hinges';
      for (let way = 0; way < 6; way++) {
        const force: [number, number, number] = [0, 0, 0];
        force[way >> 1] = way % 2 === 0 ? forceN : -forceN;
        const { restDeg, blowDeg } = pressOnce(world, part, force);
        const before = figures[key];
        figures[key] = {
          restDeg: Math.max(before.restDeg, restDeg),
          blowDeg: Math.max(before.blowDeg, blowDeg),
          bone: before.bone === null || restDeg > before.restDeg ? bone : before.bone,
        };
      }
    }
  } finally {
    world.dispose();
  }
  return { forceN, ...figures };
}

/** From rest in the T-pose: the limb is pulled at its centre of mass, which is farther out than its joint. */
function pressOnce(world: RemoteWorld, part: number, force: readonly [number, number, number]) {
  const state = world.bodies[0];
  const { skeleton } = state.body;
  const pose = createPose(skeleton);
  updateWorldPose(skeleton, pose);
  state.hasTarget = false;
  const { kp, kd } = driveGains(state.body);
  const { firstSpeed, speedCount } = state.body.drives[state.body.parts[part].drive];
  state.kp.set(kp);
  state.kd.set(kd);
  for (let s = firstSpeed; s < firstSpeed + speedCount; s++) {
    state.kp[s] = 0;
    state.kd[s] *= DAMPING_SHARE;
  }
  let restDeg = 0;
  let blowDeg = 0;
  for (let frame = 1; frame <= PRESS_SECONDS * HZ; frame++) {
    setRemoteTarget(state, pose);
    const at = world.addresses[0].bodies[part] * 3;
    push(world, 0, part, Float64Array.from(world.views.massCentres.subarray(at, at + 3)), force, 1 / HZ);
    stepRemoteWorld(world, 1 / HZ);
    const excessDeg = (limitExcess(state, part) * 180) / Math.PI;
    blowDeg = Math.max(blowDeg, excessDeg);
    if (frame > (PRESS_SECONDS - REST_SECONDS) * HZ) restDeg = Math.max(restDeg, excessDeg);
  }
  return { restDeg, blowDeg };
}
