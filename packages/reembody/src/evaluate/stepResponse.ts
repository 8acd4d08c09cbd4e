import { createPose, updateWorldPose } from '@leib/core';
import type { RemoteBody } from '../body/remoteBody.js';
import { setRemoteTarget } from '../control/setRemoteTarget.js';
import type { MujocoModule } from '../engine/mujoco.js';
import { driveName } from '../settings/driveName.js';
import { axisNames } from '../settings/jointSettings.js';
import { RemoteWorld } from '../world/remoteWorld.js';
import { stepRemoteWorld } from '../world/stepRemoteWorld.js';

/** How one axis answers a step of its target. */
export interface StepResponse {
  readonly name: string;
  /** Time until 90 % of the step, seconds; null where it never got there. */
  readonly responseSeconds: number | null;
  /** Time after which it stays within 5 % of the step, seconds; null where it did not. */
  readonly settlingSeconds: number | null;
  /** How far it went beyond, as a share of the step. */
  readonly overshoot: number;
}

/** Smaller than what counts as a jump of a target, so that it is a movement like any other, radians. */
const STEP_ANGLE = (8 * Math.PI) / 180;
/** Of a narrow joint, so much of its room: a stop must not pass for a drive that does not arrive. */
const SHARE_OF_ROOM = 0.8;
const WATCH_SECONDS = 1.5;
const HZ = 180;

/**
 * Steps every axis of a body by some degrees while all other targets stay, and watches the angle. The target's own speed
 * is not fed forward: the spring alone is judged.
 */
export function measureStepResponses(
  mujoco: MujocoModule,
  body: RemoteBody,
  onProgress: (done: number, total: number) => void = () => {},
): StepResponse[] {
  const calm = { ...body.settings.control, feedForward: 0 };
  const still: RemoteBody = { ...body, settings: { ...body.settings, control: calm } };
  const world = new RemoteWorld(mujoco, [still]);
  try {
    return body.drives.flatMap((drive) =>
      Array.from({ length: drive.speedCount }, (_, k) => {
        onProgress(drive.firstSpeed + k, body.speedCount);
        return measureAxis(world, drive.part, drive.axes[k], k);
      }),
    );
  } finally {
    world.dispose();
  }
}

function measureAxis(world: RemoteWorld, part: number, axis: number, k: number): StepResponse {
  const state = world.bodies[0];
  const { skeleton, parts, drives } = state.body;
  const drive = drives[parts[part].drive];
  const pose = createPose(skeleton);
  updateWorldPose(skeleton, pose);
  state.hasTarget = false;
  for (let frame = 0; frame < 5; frame++) {
    setRemoteTarget(state, pose);
    stepRemoteWorld(world, 1 / HZ);
  }
  // Towards the side with more room, and no farther than there is.
  const side = drive.high[k] > -drive.low[k] ? 1 : -1;
  const angle = side * Math.min(STEP_ANGLE, SHARE_OF_ROOM * Math.max(drive.high[k], -drive.low[k]));
  const at = parts[part].joint * 4;
  pose.localRotations[at + axis] = Math.sin(angle / 2);
  pose.localRotations[at + 3] = Math.cos(angle / 2);
  updateWorldPose(skeleton, pose);
  const count = Math.round(WATCH_SECONDS * HZ);
  const share = new Float64Array(count);
  for (let frame = 0; frame < count; frame++) {
    setRemoteTarget(state, pose);
    stepRemoteWorld(world, 1 / HZ);
    const turned = 2 * Math.atan2(state.jointRotations[part * 4 + axis], state.jointRotations[part * 4 + 3]);
    share[frame] = turned / angle;
  }
  const reached = share.findIndex((value) => value >= 0.9);
  let lastOff = -1;
  for (let frame = 0; frame < count; frame++) if (Math.abs(share[frame] - 1) > 0.05) lastOff = frame;
  return {
    name: driveName(parts[part].bone, axisNames[axis]),
    responseSeconds: reached < 0 ? null : (reached + 1) / HZ,
    settlingSeconds: lastOff === count - 1 ? null : (lastOff + 2) / HZ,
    overshoot: Math.max(0, Math.max(...share) - 1),
  };
}
