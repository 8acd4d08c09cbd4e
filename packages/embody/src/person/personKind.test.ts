import { defaultSkeleton } from '@leib/body';
import { requireDecoded } from '@leib/core';
import { createStage, decodeStageDoc } from '@leib/stage';
import { createEmulatedSource, POSE_SIZE, pointNumber } from '@leib/tracking';
import { expect, test } from 'vitest';
import { defaultPlayerSettings } from '../player/playerState.js';
import { createPersonKind, isPersonActor } from './personKind.js';

function openStage() {
  const kind = createPersonKind({
    source: () => createEmulatedSource({ startYaw: 0 }),
    body: () => ({ skeleton: defaultSkeleton, settings: { player: defaultPlayerSettings } }),
  });
  const actors = { me: { kind: 'person' }, you: { kind: 'person' } };
  const doc = requireDecoded(decodeStageDoc({ format: 'leib-stage/1', actors }));
  const stage = createStage({ person: kind }, doc);
  const headOf = (id: string) => {
    const actor = stage.actors.get(id);
    if (!isPersonActor(actor)) throw new Error(stage.problems.get(id));
    const at = pointNumber.head * POSE_SIZE;
    return actor.person.reader.joints.jointPoses.subarray(at, at + 3);
  };
  return { stage, headOf };
}

test('a teleport carries the head of whom it concerns over the point, and stays there', () => {
  const { stage, headOf } = openStage();
  stage.step(1 / 60);
  const before = [...headOf('you')];
  stage.act({ kind: 'teleport', actor: 'me', data: [2, 0.5, -3] });
  for (let frame = 0; frame < 3; frame++) {
    stage.step(1 / 60);
    expect(headOf('me')[0]).toBeCloseTo(2, 2);
    expect(headOf('me')[2]).toBeCloseTo(-3, 2);
  }
  expect(headOf('you')[0]).toBeCloseTo(before[0], 2);
  expect(headOf('you')[2]).toBeCloseTo(before[2], 2);
});

test('a teleport to nowhere is refused, and moves nobody', () => {
  const { stage, headOf } = openStage();
  stage.step(1 / 60);
  const x = headOf('me')[0];
  stage.act({ kind: 'teleport', actor: 'me', data: ['there'] });
  expect(stage.problems.get('me')).toContain('teleport: expected a point of the ground');
  stage.step(1 / 60);
  expect(headOf('me')[0]).toBeCloseTo(x, 2);
});
