import { createPose, type Pose, updateWorldPose } from '@leib/core';
import { seededRandom } from '@leib/core/testing';
import { fileSetOfBytes } from '@leib/formats';
import { type Actor, type ActorKind, createStage, decodeStageDoc, type Stage } from '@leib/stage';
import { beforeAll, expect, test, vi } from 'vitest';
import { loadMujoco } from '../engine/loadMujoco.js';
import type { MujocoModule } from '../engine/mujoco.js';
import { buildRobotDescription } from '../robot/reading/buildRobotDescription.js';
import { gatherRobot } from '../robot/reading/gatherRobot.js';
import type { RobotDescription } from '../robot/reading/robotDescription.js';
import { RobotSession } from '../robot/robotSession.js';
import { poseOf, skeleton } from '../world/world.testing.js';
import { createRobotKind, isRobotActor, type RobotActor, runRobotInline } from './robotKind.js';

// Node's, by the one function used here: the package itself is typed without Node.
const fs = (await import(/* @vite-ignore */ 'node:fs' as string)) as {
  readFileSync(path: URL, encoding: 'utf8'): string;
};
const example = fs.readFileSync(new URL('../../assets/example-robot.xml', import.meta.url), 'utf8');

let mujoco: MujocoModule;
let description: RobotDescription;
beforeAll(async () => {
  mujoco = await loadMujoco();
  const files = fileSetOfBytes('example', [['example.xml', new TextEncoder().encode(example)]]);
  description = await buildRobotDescription(await gatherRobot(files));
});

/** Stands in the pose of the test, or is lost. */
const led: { pose: Pose; isKnown: boolean } = { pose: createPose(skeleton), isKnown: true };
const leader: ActorKind = {
  create: ({ kind }, id): Actor => ({
    id,
    kind,
    skeleton,
    get pose() {
      return led.pose;
    },
    step: () => updateWorldPose(skeleton, led.pose),
    set: () => true,
    pack: () => null,
    figures: () => ({ numbers: {}, remarks: [] }),
    dispose() {},
  }),
};

function open(settings: object = {}): { readonly stage: Stage; readonly robot: RobotActor } {
  const kind = createRobotKind({
    open: () => runRobotInline(mujoco, description, { open: () => ({}) as WebSocket, nowSeconds: () => stage.seconds }),
    isKnown: () => led.isKnown,
    release: (parts) => parts.runner()?.dispose(),
  });
  const actors = { me: { kind: 'leader' }, robot: { kind: 'robot', source: { kind: 'pose', of: 'me' }, settings } };
  const doc = decodeStageDoc({ format: 'leib-stage/1', actors });
  if (!doc.ok) throw new Error(`${doc.path}: ${doc.reason}`);
  const stage = createStage({ leader, robot: kind }, doc.value);
  const robot = stage.actors.get('robot');
  if (!isRobotActor(robot)) throw new Error(stage.problems.get('robot'));
  return { stage, robot };
}

interface Line {
  readonly time: number;
  readonly state: string;
  readonly positions: Record<string, number>;
  readonly velocities: Record<string, number>;
}

function linesOf(robot: RobotActor): readonly Line[] {
  const [, ...lines] = robot.output.takeRecording()?.text.trim().split('\n') ?? [];
  return lines.map((line) => JSON.parse(line) as Line);
}

test('it follows whom it is to follow: its segments point as theirs do, and its angles say so', () => {
  led.isKnown = true;
  led.pose = poseOf(['leftUpperArm', 'z', -60], ['rightUpperArm', 'z', 70], ['leftLowerArm', 'y', -50]);
  const { stage, robot } = open();
  for (let frame = 0; frame < 180; frame++) stage.step(1 / 90);
  const { numbers } = robot.figures();
  expect(numbers.hinges).toBe(25);
  expect(numbers.largestAngleDeg).toBeLessThan(12);
  expect(stage.step(1 / 90).actors).toEqual([]);
  expect([...stage.problems]).toEqual([]);
  stage.dispose();
});

test.each([1, 2, 3])('no act and no edit makes it faster than it may be (seed %i)', (seed) => {
  const random = seededRandom(seed);
  led.isKnown = true;
  led.pose = poseOf();
  const { stage, robot } = open({ maxSpeed: 2, maxAcceleration: 15 });
  stage.step(1 / 90);
  robot.output.startRecording();
  const turn = () => (random() - 0.5) * 240;
  const steps = [1 / 30, 1 / 60, 1 / 90, 1 / 144];
  const acts: readonly (() => void)[] = [
    () => {
      led.pose = poseOf(['leftUpperArm', 'z', turn()], ['rightUpperArm', 'y', turn()], ['leftUpperLeg', 'x', turn()]);
    },
    () => {
      led.isKnown = !led.isKnown;
    },
    () =>
      stage.act({ kind: (['play', 'pause', 'teleport', 'stand', 'push', 'grab'] as const)[Math.floor(random() * 6)] }),
    () => void stage.change([{ path: ['actors', 'me', 'settings', 'again'], value: random() }]),
    () => {
      // Away, and back.
      const { present } = stage.doc;
      stage.change([{ path: ['actors', 'robot', 'source', 'of'], value: 'nobody' }]);
      for (let i = 0; i < 20; i++) stage.step(1 / 90);
      stage.load(present);
    },
    () => robot.output.disconnect(),
    () => void stage.undo(),
  ];
  for (let press = 0; press < 60; press++) {
    acts[Math.floor(random() * acts.length)]();
    const dtSeconds = steps[Math.floor(random() * steps.length)];
    for (let frame = 0; frame < 10; frame++) stage.step(dtSeconds);
  }
  expect(stage.actors.get('robot')).toBe(robot);
  const lines = linesOf(robot);
  expect(lines.length).toBeGreaterThan(400);
  let [fastest, hardest] = [0, 0];
  for (const [i, { time, positions, velocities }] of lines.entries()) {
    const before = lines[i - 1];
    if (!before) continue;
    const dtSeconds = time - before.time;
    for (const joint of Object.keys(positions)) {
      fastest = Math.max(fastest, Math.abs(positions[joint] - before.positions[joint]) / dtSeconds);
      hardest = Math.max(hardest, Math.abs(velocities[joint] - before.velocities[joint]) / dtSeconds);
    }
  }
  expect(fastest).toBeLessThan(2.01);
  expect(fastest).toBeGreaterThan(0.5);
  expect(hardest).toBeLessThan(15.1);
  stage.dispose();
});

test('where it is not known what its leader does, its joints brake and hold, and go on from there', () => {
  led.isKnown = true;
  led.pose = poseOf();
  const { stage, robot } = open();
  for (let frame = 0; frame < 90; frame++) stage.step(1 / 90);
  robot.output.startRecording();
  led.pose = poseOf(['leftUpperArm', 'z', -90]);
  for (let frame = 0; frame < 10; frame++) stage.step(1 / 90);
  stage.change([{ path: ['actors', 'robot', 'source', 'of'], value: 'nobody' }]);
  for (let frame = 0; frame < 180; frame++) stage.step(1 / 90);
  expect(robot.figures().remarks).toContain('Its joints hold: there is no new pose.');
  const lines = linesOf(robot);
  expect(lines.at(-1)?.state).toBe('stopped');
  expect(lines.at(-1)?.positions).toEqual(lines.at(-40)?.positions);
  stage.dispose();
});

test('limits of the document hold while it says them; what it has never said is the stream’s owner’s', () => {
  const { stage, robot } = open({ maxSpeed: 1 });
  robot.output.options = { ...robot.output.options, maxAcceleration: 12 };
  expect(robot.output.options).toMatchObject({ maxSpeed: 1, maxAcceleration: 12 });
  stage.change([{ path: ['actors', 'robot', 'settings', 'maxSpeed'], value: 0.5 }]);
  expect(robot.output.options).toMatchObject({ maxSpeed: 0.5, maxAcceleration: 12 });
  stage.change([{ path: ['actors', 'robot', 'settings', 'maxSpeed'] }]);
  expect(robot.output.options).toMatchObject({ maxSpeed: 3, maxAcceleration: 12 });
  stage.change([{ path: ['actors', 'robot', 'source', 'x'], value: 1 }]);
  expect(stage.problems.get('robot')).toContain('source: expected no place');
  stage.dispose();
});

test('who leaves frees the engine’s memory', () => {
  const freed = vi.spyOn(RobotSession.prototype, 'dispose');
  const { stage } = open();
  stage.step(1 / 90);
  stage.change([{ path: ['actors', 'robot'] }]);
  expect(freed).toHaveBeenCalledTimes(1);
  freed.mockRestore();
  stage.dispose();
});
