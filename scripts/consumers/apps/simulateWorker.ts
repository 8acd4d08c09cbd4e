import { defaultSkeleton } from '@leib/body';
import { createPose, jointOfBone, updateWorldPose } from '@leib/core';
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
  const step = () => {
    setRemoteTarget(body, target);
    stepRemoteWorld(world, 1 / 90);
    return Array.from(body.pose.worldPositions);
  };
  const before = step();
  // The arm goes down by 60 degrees.
  target.localRotations.set([0, 0, -0.5, Math.sqrt(0.75)], jointOfBone(defaultSkeleton, 'leftUpperArm') * 4);
  updateWorldPose(defaultSkeleton, target);
  for (let frame = 0; frame < 60; frame++) step();
  const after = step();
  postMessage(Math.max(...before.map((value, i) => Math.abs(value - after[i]))));
}

void simulate();
