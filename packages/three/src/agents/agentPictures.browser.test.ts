import { createPose } from '@leib/core';
import {
  buildAngleBinding,
  createAgentAngles,
  defaultAngleLayout,
  packAngles,
  packedSize,
  poseFromAngles,
} from '@leib/core/pack';
import { DirectionalLight, Mesh, MeshLambertMaterial, OrthographicCamera, PlaneGeometry, Scene } from 'three';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Avatar, loadAvatar } from '../avatar/loadAvatar.js';
import { countPixels, createTestRenderer, isGreen, isRed, takePicture } from '../pictures/testing.js';
import { buildTestRig } from '../testing.js';
import { type AgentKind, buildAgentKind } from './agentKind.js';
import { createAgentCrowd } from './createAgentCrowd.js';
import { agentMethods, createDeformedMesh, deformOnCpu } from './deformOnCpu.js';
import { volumeAtElbow } from './volumeAtElbow.js';

const defaultAvatarUrl = new URL('../../../body/assets/leib-neutral.vrm', import.meta.url).href;
const renderer = createTestRenderer(120, 120);
let boxPerson: Avatar;
let boxKind: AgentKind;
beforeAll(async () => {
  boxPerson = await loadAvatar(buildTestRig());
  boxKind = buildAgentKind(boxPerson);
});
afterAll(() => {
  boxPerson.dispose();
  renderer.dispose();
});

const camera = new OrthographicCamera(-1.2, 1.2, 2.1, -0.3, 0.1, 20);
camera.position.set(0, 0, 5);

function packedPose(rootX: number, angleDegrees: Readonly<Record<string, number>>) {
  const angles = createAgentAngles(defaultAngleLayout);
  angles.rootPosition.set([rootX, 1, 0]);
  for (const [name, degrees] of Object.entries(angleDegrees)) {
    const dof = defaultAngleLayout.dofs.findIndex((each) => each.name === name);
    if (dof < 0) throw new Error(`no dof ${name}`);
    angles.angles[dof] = (degrees * Math.PI) / 180;
  }
  const packed = new Int16Array(packedSize(defaultAngleLayout.dofs.length));
  packAngles(packed, 0, angles);
  return { angles, packed };
}

const bent = { 'hips.turn': 20, 'leftLowerArm.bend': 70, 'rightUpperLeg.forward': -50, 'head.pitch': 25 };

test.each(['linear', 'dualQuaternion'] as const)('%s: the picture is that of the posed avatar', (method) => {
  const { angles, packed } = packedPose(0, bent);
  const pose = createPose(boxPerson.skeleton);
  poseFromAngles(buildAngleBinding(defaultAngleLayout, boxPerson.skeleton), angles, pose);
  boxPerson.applyPose(pose);
  const avatarPicture = takePicture(renderer, new Scene().add(boxPerson.root), camera);
  const crowd = createAgentCrowd(boxKind, 1, { method });
  crowd.count = 1;
  crowd.setAgent(0, { body: packed });
  crowd.update(renderer);
  const crowdPicture = takePicture(renderer, new Scene().add(crowd.object), camera);
  const differing = crowdPicture.pixels.filter((value, i) => Math.abs(value - avatarPicture.pixels[i]) > 40).length;
  expect(countPixels(crowdPicture, isRed)).toBeGreaterThan(300);
  expect(countPixels(crowdPicture, isGreen)).toBeGreaterThan(20);
  expect(differing).toBeLessThan(40);
  crowd.dispose();
});

test('agents stand apart in one draw call; tint, scale, origin and count are theirs', () => {
  const crowd = createAgentCrowd(boxKind, 3);
  const scene = new Scene().add(crowd.object);
  for (const [agent, x] of [-0.6, 0.6, 0].entries()) crowd.setAgent(agent, { body: packedPose(x, {}).packed });
  crowd.setLook(1, { tint: '#0000ff' });
  const show = (count: number) => {
    crowd.count = count;
    crowd.update(renderer);
    return takePicture(renderer, scene, camera);
  };
  expect(countPixels(show(0), isRed)).toBe(0);
  const one = countPixels(show(1), isRed);
  const two = show(2);
  expect(renderer.info.render.calls).toBe(boxKind.parts.length);
  // Red times blue is black: the second agent adds no red.
  expect(countPixels(two, isRed)).toBeLessThanOrEqual(one);
  crowd.setLook(1, { tint: '#ffffff' });
  expect(countPixels(show(2), isRed)).toBeGreaterThan(1.5 * one);
  crowd.setLook(1, { scale: 0.5, origin: [0.3, 0, 0] });
  const small = countPixels(show(2), isRed) - one;
  expect(small).toBeGreaterThan(0.1 * one);
  expect(small).toBeLessThan(0.5 * one);
  crowd.dispose();
});

test.each(agentMethods)('%s: the shadow follows the motion, and can be left out', (method) => {
  const light = new DirectionalLight('#ffffff', 3);
  light.position.set(0, 5, 0.01);
  light.castShadow = true;
  const floor = new Mesh(new PlaneGeometry(6, 6).rotateX(-Math.PI / 2), new MeshLambertMaterial({ color: '#ffffff' }));
  floor.receiveShadow = true;
  const above = new OrthographicCamera(-2, 2, 2, -2, 0.1, 20);
  above.position.set(0, 0.2, 0);
  above.lookAt(0, 0, 0);
  renderer.shadowMap.enabled = true;
  /** Dark pixels of the floor below the left and below the right agent. */
  const shadowsOf = (x: number, shadows: boolean) => {
    const crowd = createAgentCrowd(boxKind, 1, { method, shadows });
    crowd.count = 1;
    crowd.setAgent(0, { body: packedPose(x, {}).packed });
    crowd.update(renderer);
    const { pixels, width } = takePicture(renderer, new Scene().add(light, floor, crowd.object), above);
    const dark = [0, 0];
    for (let i = 0; i < pixels.length / 4; i++)
      if (pixels[i * 4 + 2] < 60 && pixels[i * 4] < 60) dark[i % width < width / 2 ? 0 : 1]++;
    crowd.dispose();
    return dark;
  };
  const [left, right] = [shadowsOf(-1, true), shadowsOf(1, true)];
  expect(left[0]).toBeGreaterThan(50);
  expect(left[1]).toBeLessThan(0.2 * left[0]);
  expect(right[1]).toBeGreaterThan(50);
  expect(shadowsOf(-1, false)[0]).toBeLessThan(0.2 * left[0]);
  renderer.shadowMap.enabled = false;
});

describe('the default person', () => {
  let person: Avatar;
  let kind: AgentKind;
  beforeAll(async () => {
    person = await loadAvatar(defaultAvatarUrl);
    kind = buildAgentKind(person);
  });
  afterAll(() => person.dispose());

  test('a bent elbow: dual quaternions keep more volume than matrices, no method less than three quarters', () => {
    const kept = Object.fromEntries(
      agentMethods.map((method) => [method, volumeAtElbow(kind, method).map((each) => each.kept)]),
    );
    for (const method of agentMethods) {
      expect(kept[method][0]).toBeCloseTo(1, 9);
      kept[method].reduce((before, now) => {
        expect(now).toBeLessThanOrEqual(before);
        return now;
      });
      expect(kept[method][3]).toBeGreaterThan(0.75);
    }
    expect(kept.dualQuaternion[3]).toBeGreaterThan(kept.linear[3] + 0.03);
  });

  test('segments cut by coordinates are those of the skin weights: most vertices go where blended skin puts them', () => {
    const { packed: body } = packedPose(0, {
      ...bent,
      'leftUpperLeg.aside': 25,
      'rightUpperArm.swing': 30,
      'chest.turn': 15,
    });
    let [near, count] = [0, 0];
    for (const part of kind.parts) {
      const [cut, blended] = [createDeformedMesh(part), createDeformedMesh(part)];
      deformOnCpu(kind, part, 'segments', { body }, cut);
      deformOnCpu(kind, part, 'linear', { body }, blended);
      for (let i = 0; i < part.vertexCount; i++) {
        const off = Math.hypot(...[0, 1, 2].map((k) => cut.positions[i * 3 + k] - blended.positions[i * 3 + k]));
        if (off < 0.02) near++;
        count++;
      }
    }
    expect(near / count).toBeGreaterThan(0.9);
  });
});

describe('wrong calls are refused in one sentence', () => {
  const cases: [string, () => void, string][] = [
    ['no kinds', () => createAgentCrowd([], 3), 'kinds: expected at least one kind'],
    ['no room', () => createAgentCrowd(boxKind, 0), 'capacity: expected a whole number from 1 on, got 0'],
    [
      'a far agent',
      () => createAgentCrowd(boxKind, 2).setAgent(2, { body: new Int16Array(49) }),
      'agent: expected 0 to 1, got 2',
    ],
    [
      'few numbers',
      () => createAgentCrowd(boxKind, 2).setAgent(0, { body: new Int16Array(9) }),
      'expected 49 numbers, got 9',
    ],
    ['a missing kind', () => createAgentCrowd(boxKind, 2).setLook(0, { kind: 4 }), 'kind: expected 0 to 0, got 4'],
  ];
  test.each(cases)('%s', (_, call, message) => expect(call).toThrow(message));
});
