import { createPose, type HumanoidBone, jointOfBone } from '@leib/core';
import {
  buildAngleBinding,
  createAgentAngles,
  defaultAngleLayout,
  faceParameterNames,
  fingerAngleNames,
  PACKED_FACE_SIZE,
  PACKED_FINGERS_SIZE,
  packAngles,
  packFace,
  packFingers,
  poseFromAngles,
  unpackAngles,
} from '@leib/core/pack';
import { seededRandom } from '@leib/core/testing';
import { type InstancedBufferGeometry, type Material, type Mesh, type SkinnedMesh, Vector3 } from 'three';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Avatar, loadAvatar } from '../avatar/loadAvatar.js';
import { buildTestRig, createTestRenderer } from '../testing.js';
import { type AgentKind, buildAgentKind } from './agentKind.js';
import { createAgentCrowd } from './createAgentCrowd.js';
import { type AgentInput, type AgentMethod, agentMethods, createDeformedMesh, deformOnCpu } from './deformOnCpu.js';
import { readDeformed } from './readDeformed.testing.js';

const defaultAvatarUrl = new URL('../../../body/assets/leib-neutral.vrm', import.meta.url).href;
const renderer = createTestRenderer();
let person: Avatar;
let boxPerson: Avatar;
let kinds: AgentKind[];

beforeAll(async () => {
  person = await loadAvatar(defaultAvatarUrl);
  // Arms that hang 40 degrees below the T-pose, axes turned anyhow.
  boxPerson = await loadAvatar(buildTestRig({ armDrop: 0.7, hasRolls: true }));
  kinds = [buildAgentKind(person, { fingers: true, face: true }), buildAgentKind(boxPerson)];
});
afterAll(() => {
  person.dispose();
  boxPerson.dispose();
  renderer.dispose();
});

function randomInput(seed: number): Required<AgentInput> {
  const random = seededRandom(seed);
  const within = (extent: number) => (random() * 2 - 1) * extent;
  const angles = createAgentAngles(defaultAngleLayout);
  angles.rootPosition.set([within(3), 0.9 + within(0.3), within(3)]);
  angles.angles.forEach((_, dof) => {
    angles.angles[dof] = within(dof < 3 ? 3 : 1.5);
  });
  const body = new Int16Array(3 + defaultAngleLayout.dofs.length);
  packAngles(body, 0, angles);
  const fingers = new Int16Array(PACKED_FINGERS_SIZE);
  packFingers(
    fingers,
    0,
    Array.from({ length: PACKED_FINGERS_SIZE }, () => within(1)),
  );
  const face = new Int16Array(PACKED_FACE_SIZE);
  packFace(
    face,
    0,
    Array.from({ length: PACKED_FACE_SIZE }, () => random()),
  );
  return { body, fingers, face };
}

describe.each(agentMethods)('%s', (method: AgentMethod) => {
  test('every vertex of every agent is within a fiftieth of a millimetre of the CPU reference', () => {
    const crowd = createAgentCrowd(kinds, 5, { method: 'linear' });
    crowd.method = method;
    crowd.count = 4;
    const inputs = [1, 2, 3, 4].map(randomInput);
    inputs.forEach((input, agent) => {
      crowd.setAgent(agent, input);
      crowd.setLook(agent, { kind: agent % 2 });
    });
    crowd.update(renderer);
    let mesh = 0;
    let vertexCount = 0;
    let worst = 0;
    let worstNormal = 0;
    kinds.forEach((kind, k) => {
      for (const part of kind.parts) {
        const read = readDeformed(renderer, crowd.object.children[mesh++] as Mesh<InstancedBufferGeometry, Material>);
        const out = createDeformedMesh(part);
        [k, k + 2].forEach((agent, instance) => {
          deformOnCpu(kind, part, method, inputs[agent], out);
          for (let i = 0; i < part.vertexCount; i++) {
            const at = (instance * part.vertexCount + i) * 4;
            const off = (a: Float32Array, b: Float64Array) =>
              Math.hypot(...[0, 1, 2].map((n) => a[at + n] - b[i * 3 + n]));
            worst = Math.max(worst, off(read.positions, out.positions));
            worstNormal = Math.max(worstNormal, off(read.normals, out.normals));
            vertexCount++;
          }
        });
      }
    });
    crowd.dispose();
    expect(vertexCount).toBeGreaterThan(40_000);
    expect(worst).toBeLessThan(2e-5); // metres
    expect(worstNormal).toBeLessThan(1e-4);
  });
});

test.each(['box person in an A-pose', 'default person'])(
  '%s: blended skin is where the posed avatar has it',
  (name) => {
    const [avatar, kind] = name === 'default person' ? [person, kinds[0]] : [boxPerson, kinds[1]];
    const { body } = randomInput(9);
    const angles = createAgentAngles(defaultAngleLayout);
    unpackAngles(body, 0, angles);
    const pose = createPose(avatar.skeleton);
    poseFromAngles(buildAngleBinding(defaultAngleLayout, avatar.skeleton), angles, pose);
    avatar.applyPose(pose);
    avatar.root.updateMatrixWorld(true);
    const mesh = avatar.root.getObjectByProperty('isSkinnedMesh' as 'name', true as unknown as string) as SkinnedMesh;
    const [part] = kind.parts;
    expect(part.vertexCount).toBe(mesh.geometry.attributes.position.count);
    const out = createDeformedMesh(part);
    deformOnCpu(kind, part, 'linear', { body }, out);
    const point = new Vector3();
    let worst = 0;
    for (let i = 0; i < part.vertexCount; i++) {
      mesh.getVertexPosition(i, point).applyMatrix4(mesh.matrixWorld);
      worst = Math.max(worst, point.distanceTo(new Vector3().fromArray(out.positions, i * 3)));
    }
    // Fingers that are not quite straight are bent into the T-pose first, and blended a second time.
    expect(worst).toBeLessThan(1e-3);
  },
);

test('fingers and face move what they are named after, and nothing else', () => {
  const [kind] = kinds;
  const skin = kind.parts[0];
  const { body } = randomInput(3);
  const rest = createDeformedMesh(skin);
  deformOnCpu(kind, skin, 'linear', { body }, rest);
  /** Middle of the rest positions of all vertices that moved, and how far they did. */
  const movedBy = (input: Partial<AgentInput>) => {
    const out = createDeformedMesh(skin);
    deformOnCpu(kind, skin, 'linear', { body, ...input }, out);
    const middle = new Vector3();
    let [count, farthest] = [0, 0];
    for (let i = 0; i < skin.vertexCount; i++) {
      const way = Math.hypot(...[0, 1, 2].map((k) => out.positions[i * 3 + k] - rest.positions[i * 3 + k]));
      if (way < 1e-5) continue;
      middle.add(new Vector3().fromArray(skin.positions, i * 3));
      count++;
      farthest = Math.max(farthest, way);
    }
    return { middle: middle.divideScalar(Math.max(1, count)), farthest };
  };
  const restOf = (bone: HumanoidBone) =>
    new Vector3().fromArray(kind.skeleton.restWorldPositions, 3 * jointOfBone(kind.skeleton, bone));

  const fingers = new Int16Array(PACKED_FINGERS_SIZE);
  packFingers(
    fingers,
    0,
    fingerAngleNames.map((angle) => (angle === 'rightHand.index.curl' ? 1.2 : 0)),
  );
  const curled = movedBy({ fingers });
  expect(curled.middle.distanceTo(restOf('rightIndexDistal'))).toBeLessThan(0.02);
  expect(curled.farthest).toBeGreaterThan(0.02);

  const face = new Int16Array(PACKED_FACE_SIZE);
  packFace(
    face,
    0,
    faceParameterNames.map((parameter) => (parameter === 'blinkLeft' ? 1 : 0)),
  );
  const blinking = movedBy({ face });
  expect(blinking.middle.distanceTo(restOf('leftEye'))).toBeLessThan(0.03);
  expect(blinking.farthest).toBeGreaterThan(0.002);
});
