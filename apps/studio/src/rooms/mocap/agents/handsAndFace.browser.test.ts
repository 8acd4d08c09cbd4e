import { defaultSkeleton } from '@leib/body';
import {
  buildRetarget,
  createPose,
  type HumanoidBone,
  jointOfBone,
  requireDecoded,
  retargetPose,
  updateWorldPose,
} from '@leib/core';
import { decodeFrame, encodeFrame } from '@leib/net';
import { buildTestRig, createTestRenderer, takePicture } from '@leib/three/testing';
import { HemisphereLight, OrthographicCamera, Scene } from 'three';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AgentsScene } from '../../../displays/agentsScene.js';
import { createRealClock } from '../../../time/clock.js';
import { sceneOf } from '../displays/sentAgents.js';
import { type AgentSettings, AgentStage } from './agentStage.js';

const renderer = createTestRenderer(64, 64);
const pose = createPose(defaultSkeleton);
pose.rootPosition.set(defaultSkeleton.restOffsets.subarray(0, 3));
updateWorldPose(defaultSkeleton, pose);

const still: AgentSettings = {
  agent: 'person',
  skinning: 'linear',
  crowd: 1,
  fingers: false,
  leftFist: 0,
  rightFist: 0,
  face: false,
  smile: 0,
  mouthOpen: 0,
  eyesClosed: 0,
  blinking: false,
};
const moved: AgentSettings = { ...still, fingers: true, face: true };

let stage: AgentStage;
/** Whether the motion brings fingers of its own. */
let hasFingers = false;
const room = new Scene();
let onReady = () => {};
const wall = new AgentsScene('dark', 0, { onReady: () => onReady(), onProblem() {}, onLoading() {} });
beforeAll(async () => {
  await new Promise<void>((loaded) => {
    stage = new AgentStage({ ...createRealClock(), hold: () => loaded }, renderer, still);
  });
  room.add(stage.root, new HemisphereLight('#ffffff', '#000000', 3));
});
afterAll(() => {
  wall.dispose();
  stage.dispose();
  renderer.dispose();
});

/** Shows the place of a bone from the front, and what is around it. */
function cameraAt(bone: HumanoidBone, [right, up]: readonly [number, number], z: number): OrthographicCamera {
  const camera = new OrthographicCamera(-0.12, 0.12, 0.12, -0.12, 0.1, 1.5);
  const [x, y] = pose.worldPositions.subarray(jointOfBone(defaultSkeleton, bone) * 3);
  camera.position.set(x + right, y + up, z + 1);
  return camera;
}

const views = (z: number) => [cameraAt('leftHand', [0.09, 0], z), cameraAt('head', [0, 0.06], z)];
const roomViews = views(0);
/** Agents stand 2.2 m ahead on displays. */
const wallViews = views(-2.2);

/** The pose goes over to the agent as it is. */
function stepStage() {
  const { skeleton } = stage.kind ?? {};
  if (!skeleton) throw new Error('no agent');
  const shown = createPose(skeleton);
  retargetPose(buildRetarget(defaultSkeleton, skeleton), pose, shown);
  stage.step({ skeleton, pose: shown, hasFingers }, 1 / 60);
}

/** The hand and the face, as the room shows them. */
function lookInRoom(settings: AgentSettings) {
  stage.setSettings(settings);
  stepStage();
  return roomViews.map((camera) => takePicture(renderer, room, camera));
}

/** The same as a wall shows them that was sent this moment. */
function lookAtWall(settings: AgentSettings) {
  stage.setSettings(settings);
  stepStage();
  const sent = stage.sent();
  if (!sent) throw new Error('no agent');
  const bytes = encodeFrame({ number: 0, seconds: 0, viewers: [], actors: sent.actors });
  wall.setFrame(requireDecoded(decodeFrame(bytes)), renderer);
  return wallViews.map((camera) => takePicture(renderer, wall.scene, camera));
}

type Picture = ReturnType<typeof takePicture>;

/** Share of the picture that is not the same. */
function changed({ pixels: before }: Picture, { pixels: after }: Picture): number {
  let count = 0;
  for (let i = 0; i < before.length; i += 4) {
    const difference = [0, 1, 2].reduce((sum, k) => sum + Math.abs(before[i + k] - after[i + k]), 0);
    if (difference > 30) count++;
  }
  return count / (before.length / 4);
}

test('a fist changes the hand in the picture and not the face; a smile the face and not the hand', () => {
  const [hand, face] = lookInRoom(moved);
  const fist = lookInRoom({ ...moved, leftFist: 100 });
  expect(changed(hand, fist[0])).toBeGreaterThan(0.05);
  expect(changed(face, fist[1])).toBe(0);
  for (const control of ['smile', 'mouthOpen', 'eyesClosed']) {
    const shown = lookInRoom({ ...moved, [control]: 100 });
    expect(changed(face, shown[1]), control).toBeGreaterThan(0.005);
    expect(changed(hand, shown[0]), control).toBe(0);
  }
});

test('without the streams nothing of them is counted, sent or shown', () => {
  const [hand, face] = lookInRoom({ ...still, leftFist: 0 });
  expect(stage.bytesPerFrame).toBe(98);
  expect(stage.sent()?.actors[0]).toMatchObject({ fingers: null, face: null });
  const other = lookInRoom({ ...still, leftFist: 100, smile: 100 });
  expect([changed(hand, other[0]), changed(face, other[1])]).toEqual([0, 0]);
  lookInRoom({ ...moved, crowd: 3 });
  expect(stage.bytesPerFrame).toBe(3 * (98 + 68 + 162));
});

test('fingers of an actor that brings them go before the sliders', () => {
  const [hand] = lookInRoom(moved);
  const turnIndex = (rotation: readonly number[]) => {
    pose.localRotations.set(rotation, jointOfBone(defaultSkeleton, 'leftIndexProximal') * 4);
    updateWorldPose(defaultSkeleton, pose);
  };
  turnIndex([0, 0, -Math.SQRT1_2, Math.SQRT1_2]);
  hasFingers = true;
  const [bent] = lookInRoom({ ...moved, leftFist: 100 });
  turnIndex([0, 0, 0, 1]);
  const [open] = lookInRoom({ ...moved, leftFist: 100 });
  hasFingers = false;
  expect(changed(hand, bent)).toBeGreaterThan(0.02);
  expect(changed(hand, open)).toBe(0);
});

test('a wall shows the fist and the smile that it is sent', async () => {
  lookInRoom(moved);
  const sent = stage.sent();
  if (!sent) throw new Error('no agent');
  await new Promise<void>((ready) => {
    onReady = ready;
    wall.setScene(sceneOf(sent, ['head']));
  });
  const [hand, face] = lookAtWall(moved);
  const [fist, smile] = lookAtWall({ ...moved, leftFist: 100, smile: 100 });
  expect(changed(hand, fist)).toBeGreaterThan(0.05);
  expect(changed(face, smile)).toBeGreaterThan(0.005);
});

test('an agent without finger bones and face is sent no fingers and no face', async () => {
  stage.setSettings(moved);
  await stage.show(new File([buildTestRig()], 'boxes.glb'));
  expect(stage.problem).toBe(null);
  expect(stage.bytesPerFrame).toBe(98);
  expect(stage.sent()?.actors[0]).toMatchObject({ fingers: null, face: null });
});
