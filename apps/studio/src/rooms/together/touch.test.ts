import { defaultSkeleton } from '@leib/body';
import { createPose, createQuat, jointOfBone, quat, updateWorldPose } from '@leib/core';
import { createSimulatedKind, simulateInline } from '@leib/reembody';
import { loadMujoco } from '@leib/reembody/mujoco';
import { type Actor, type ActorKind, createStage, decodeStageDoc } from '@leib/stage';
import { expect, test } from 'vitest';
import { TOUCHED, touchActors } from './touch.js';

const hand = jointOfBone(defaultSkeleton, 'rightHand') * 3;

/** Arms straight ahead; somebody who is turned goes sideways by so much in a second. */
function reaching(x: number, z: number, isTurned: boolean, speed: number): ActorKind {
  return {
    create(doc, id) {
      const pose = createPose(defaultSkeleton);
      const set = (bone: 'hips' | 'rightUpperArm' | 'leftUpperArm', axis: [number, number, number], angle: number) =>
        pose.localRotations.set(quat.setAxisAngle(createQuat(), axis, angle), jointOfBone(defaultSkeleton, bone) * 4);
      if (isTurned) set('hips', [0, 1, 0], Math.PI);
      set('rightUpperArm', [0, 1, 0], Math.PI / 2);
      set('leftUpperArm', [0, 0, 1], -1.3);
      const place = pose.rootPosition.slice();
      let gone = 0;
      const actor: Partial<Actor> = {
        ...{ id, kind: doc.kind, skeleton: defaultSkeleton, pose, pack: () => null, dispose() {} },
        step(_stage, dtSeconds) {
          gone = Math.min(0.16, gone + speed * dtSeconds);
          pose.rootPosition.set([place[0] + x + gone, place[1], place[2] + z]);
          updateWorldPose(defaultSkeleton, pose);
        },
        figures: () => ({ numbers: {}, remarks: [] }),
        set: () => true,
      };
      return actor as Actor;
    },
  };
}

/** How far my hand as it is shown is from where it is tracked, after somebody's hand has gone to it from the side, metres. */
async function pushedBy(away: number): Promise<number> {
  const mujoco = await loadMujoco();
  const ahead = reaching(0, 0, false, 0);
  // Face to face, right hand beside right hand.
  const other = reaching(-0.42 + away, 1.15, true, 0.16);
  const simulated = createSimulatedKind({
    body: () => ({ skeleton: defaultSkeleton, skin: null }),
    place: () => simulateInline(mujoco),
  });
  const actors = { me: { kind: 'person' }, p2: { kind: 'remote' }, ...touchActors(['p2']) };
  const doc = decodeStageDoc({ format: 'leib-stage/1', actors: { ...actors } });
  if (!doc.ok) throw new Error(`${doc.path}: ${doc.reason}`);
  const stage = createStage({ person: ahead, remote: other, simulated }, doc.value);
  for (let frame = 0; frame < 180; frame++) stage.step(1 / 90);
  expect([...stage.problems]).toEqual([]);
  const [me, shown] = [stage.actors.get('me'), stage.actors.get(TOUCHED)];
  const places = [me, shown].map((actor) => actor?.pose.worldPositions.slice(hand, hand + 3) ?? []);
  stage.dispose();
  return Math.hypot(...places[0].map((v, i) => v - places[1][i]));
}

test('somebody’s hand pushes mine aside, and mine stays where nobody is', async () => {
  expect(await pushedBy(5)).toBeLessThan(0.03);
  expect(await pushedBy(0)).toBeGreaterThan(0.05);
});

test('a world has eight bodies: the seven who came first touch', () => {
  const ids = Array.from({ length: 9 }, (_, i) => `p${i + 2}`);
  expect(Object.keys(touchActors(ids))).toHaveLength(8);
});
