import { createVec3, vec3 } from '@leib/core';
import { angleBetween } from '@leib/core/testing';
import { afterEach, expect, test } from 'vitest';
import { createDeviceFrame } from '../frame/deviceFrame.js';
import { createJointFrame } from '../frame/jointFrame.js';
import { HAND_JOINT_COUNT, POSE_SIZE, pointNumber, quality } from '../frame/trackedParts.js';
import { bareJoints, positionOf, rotationOf } from '../testing.js';
import { createWebXrSource, type WebXrSource } from '../xr/webXrSource.js';
import { createEmulatedHeadset, type EmulatedHeadset } from './emulatedHeadset.js';
import { createEmulatedSource, type EmulatedSource } from './emulatedSource.js';
import { dragHandleTo, grabHandle, lookBy, setGrip, setHandLost, setTrigger } from './emulatorCommands.js';

let headset: EmulatedHeadset | null = null;
let session: XRSession | null = null;

afterEach(async () => {
  await session?.end();
  headset?.dispose();
  session = null;
  headset = null;
});

interface Running {
  readonly emulated: EmulatedSource;
  readonly source: WebXrSource;
  /** Runs some frames of the session, moving the person and reading what it sees. */
  run(frameCount: number): Promise<void>;
}

async function start(): Promise<Running> {
  const emulated = createEmulatedSource();
  headset = await createEmulatedHeadset();
  emulated.headset = headset;
  headset.install();
  const scratch = createDeviceFrame();
  emulated.step(1 / 60, scratch);
  const { xr } = navigator;
  if (!xr) throw new Error('the emulated runtime is not installed');
  expect(await xr.isSessionSupported('immersive-vr')).toBe(true);
  const running = await xr.requestSession('immersive-vr', {
    requiredFeatures: ['local-floor'],
    optionalFeatures: ['hand-tracking'],
  });
  session = running;
  const gl = document.createElement('canvas').getContext('webgl2', { xrCompatible: true });
  if (!gl) throw new Error('no WebGL');
  await running.updateRenderState({ baseLayer: new XRWebGLLayer(running, gl) });
  const source = createWebXrSource(running, await running.requestReferenceSpace('local-floor'));
  const frameOnce = () =>
    new Promise<void>((resolve) => {
      running.requestAnimationFrame((_, frame) => {
        source.readXrFrame(frame);
        emulated.step(1 / 60, scratch);
        resolve();
      });
    });
  return {
    emulated,
    source,
    async run(frameCount) {
      for (let i = 0; i < frameCount; i++) await frameOnce();
    },
  };
}

/** The person as the emulator means it, and as a body behind the session sees it. */
function compare({ emulated, source }: Running) {
  const meant = createDeviceFrame();
  const devices = createDeviceFrame();
  const seen = createJointFrame();
  emulated.step(0, meant);
  source.step(1 / 60, devices);
  bareJoints(devices, source.offsets, seen);
  return { meant, seen };
}

test('an immersive session sees the emulated person: same head and wrists, buttons and losses', async () => {
  const running = await start();
  const { state, params } = running.emulated;
  lookBy(state, 0.4, 0.2);
  grabHandle(state, 'leftHand');
  dragHandleTo(params, state, [-0.25, 1.5, -0.3]);
  setTrigger(state, 'right', 1);
  setGrip(state, 'left', 0.5);
  await running.run(60);
  const { meant, seen } = compare(running);
  for (const point of ['head', 'leftHand', 'rightHand'] as const) {
    expect(seen.quality[pointNumber[point]]).not.toBe(quality.lost);
    // iwer computes in single precision.
    const [a, b] = [positionOf(meant, point), positionOf(seen, point)].map((p) => createVec3(...p));
    expect(vec3.distance(a, b)).toBeLessThan(1e-4);
    expect(angleBetween(rotationOf(meant, point), rotationOf(seen, point))).toBeLessThan(1e-3);
  }
  expect(seen.rightController.trigger).toBe(1);
  expect(seen.leftController.grip).toBe(0.5);
  expect(seen.leftHandJoints.quality).toBe(quality.lost);

  setHandLost(state, 'left', true);
  await running.run(5);
  expect(compare(running).seen.quality[pointNumber.leftHand]).toBe(quality.lost);
  expect(compare(running).seen.quality[pointNumber.rightHand]).not.toBe(quality.lost);
});

test('bare hands arrive with their 25 joints, wrists where they are meant to be', async () => {
  const running = await start();
  headset?.setInputMode('hand');
  await running.run(30);
  const { meant, seen } = compare(running);
  for (const side of ['left', 'right'] as const) {
    const joints = seen[`${side}HandJoints`];
    expect(joints.quality).not.toBe(quality.lost);
    const wrist = createVec3(...positionOf(meant, `${side}Hand`));
    expect(vec3.distance(wrist, createVec3(joints.poses[0], joints.poses[1], joints.poses[2]))).toBeLessThan(1e-4);
    expect(angleBetween(rotationOf(meant, `${side}Hand`), rotationOf(seen, `${side}Hand`))).toBeLessThan(1e-3);
    for (let joint = 1; joint < HAND_JOINT_COUNT; joint++) {
      const at = joint * POSE_SIZE;
      const place = createVec3(joints.poses[at], joints.poses[at + 1], joints.poses[at + 2]);
      expect(vec3.distance(wrist, place)).toBeLessThan(0.25);
    }
  }
});

test("when the session ends, everything is lost and nothing breaks; WebXR is the browser's own again", async () => {
  const before = navigator.xr;
  const running = await start();
  expect(navigator.xr).not.toBe(before);
  await running.run(2);
  await session?.end();
  session = null;
  const frame = createDeviceFrame();
  running.source.step(1 / 60, frame);
  expect(Math.max(...frame.quality)).toBe(quality.lost);
  running.emulated.step(1 / 60, frame);
  running.emulated.dispose();
  headset = null;
  expect(navigator.xr).toBe(before);
});
