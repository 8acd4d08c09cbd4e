import { defaultSkeleton } from '@leib/body';
import { createPose } from '@leib/core';
import { type RobotReport, robotAnglesAt } from '@leib/reembody/robot';
import { Group } from 'three';
import { afterAll, expect, test, vi } from 'vitest';
import { ManualClock } from '../../../time/manualClock.js';
import type { RemoteSimulation } from '../simulation/remoteSimulation.js';

// The engine's address is worked out from the page's when the module is loaded.
vi.stubGlobal('location', { href: 'http://localhost/' });
const { RobotController } = await import('./robotController.js');
afterAll(() => vi.unstubAllGlobals());

const joint = { joint: 'left_elbow', bone: 'leftLowerArm', guess: 'leftLowerArm', low: 0, high: 2.5 };
const report = { joints: [joint], segments: [{}], notes: [] } as unknown as RobotReport;

/** A robot in the world of the people, which answers when `build` is called. */
async function openShared() {
  const wishes: ({ readonly base: string } | null)[] = [];
  const carrier = {
    onRobot: (_answer: unknown) => {},
    setRobot: (wish: { readonly base: string } | null) => void wishes.push(wish),
  };
  const simulation = {
    worker: carrier,
    output: null as Float64Array | null,
    built: { frame: { robot: 0, outputLength: 0 } },
  };
  const controller = new RobotController(new Group(), new ManualClock(), vi.fn());
  const setWorld = (base: 'held' | 'free') => controller.setWorld(simulation as unknown as RemoteSimulation, base);
  controller.setSkeleton(defaultSkeleton);
  setWorld('held');
  await controller.loadExample();
  const build = () => carrier.onRobot({ kind: 'robotBuilt', shapes: [], report });
  build();
  return { controller, wishes, simulation, setWorld, build };
}

test('in the people’s world the base is held or free as it is set; another base is another robot', async () => {
  const { controller, wishes, setWorld, build } = await openShared();
  expect(wishes.map((wish) => wish?.base)).toEqual(['held']);
  setWorld('held');
  expect(wishes).toHaveLength(1);
  setWorld('free');
  build();
  expect([wishes.at(-1)?.base, controller.robot?.isShared]).toEqual(['free', true]);
  controller.dispose();
  expect(wishes.at(-1)).toBeNull();
});

test('joint angles go out while new frames of a tracked person come, and the robot stops without them', async () => {
  const { controller, simulation } = await openShared();
  const pose = createPose(defaultSkeleton);
  const at = robotAnglesAt(report, 0);
  const step = (isNew: boolean, isTracked: boolean) => {
    if (isNew) {
      simulation.output = new Float64Array(at + 1).fill(1.2, at);
      simulation.built.frame.outputLength = at + 1;
    }
    controller.step(pose, 1 / 60, isTracked);
  };
  controller.output.startRecording();
  for (let i = 0; i < 120; i++) step(true, true);
  expect(controller.output.isStopped).toBe(false);
  for (let i = 0; i < 60; i++) step(false, true);
  expect(controller.output.isStopped).toBe(true);
  step(true, true);
  expect(controller.output.isStopped).toBe(false);
  for (let i = 0; i < 60; i++) step(true, false);
  expect(controller.output.isStopped).toBe(true);
  const lines = controller.output.stopRecording()?.trim().split('\n') ?? [];
  expect(lines).toHaveLength(1 + 120 + 60 + 1 + 60);
  expect(lines[120]).toContain('1.2');
  controller.dispose();
});
