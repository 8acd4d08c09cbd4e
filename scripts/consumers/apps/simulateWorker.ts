import { defaultSkeleton } from '@leib/body';
import { createPose, updateWorldPose } from '@leib/core';
import {
  buildRemoteBody,
  defaultRemoteBodySettings,
  defaultRoom,
  RemoteWorld,
  setRemoteTarget,
  stepRemoteWorld,
} from '@leib/reembody';
import { loadMujoco } from '@leib/reembody/mujoco';

async function simulate(): Promise<void> {
  const world = new RemoteWorld(
    await loadMujoco(),
    [buildRemoteBody(defaultSkeleton, defaultRemoteBodySettings)],
    defaultRoom,
  );
  const target = createPose(defaultSkeleton);
  updateWorldPose(defaultSkeleton, target);
  const [body] = world.bodies;
  const before = Array.from(body.pose.worldPositions);
  for (let frame = 0; frame < 30; frame++) {
    setRemoteTarget(body, target);
    stepRemoteWorld(world, 1 / 90);
  }
  postMessage(Math.max(...before.map((value, i) => Math.abs(value - body.pose.worldPositions[i]))));
}

void simulate();
