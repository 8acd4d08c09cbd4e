import { buildSkeleton, type HumanoidBone, parentBone } from '@leib/core';
import { VRMExpression, VRMExpressionManager, VRMExpressionMorphTargetBind } from '@pixiv/three-vrm';
import { BufferGeometry, Float32BufferAttribute, Group, Mesh, Object3D, Quaternion, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { type AvatarFace, createAvatarFace, faceParameterOfMorph, readLookAtRange } from './avatarFace.js';
import { gazeParams } from './gaze.js';
import { createFaceValues } from './livingFace.js';

const neck: readonly HumanoidBone[] = ['hips', 'spine', 'chest', 'upperChest', 'neck', 'head'];
const bones: readonly HumanoidBone[] = [...neck, 'leftEye', 'rightEye', 'jaw'];

/** A head with turned axes, as exporters leave them, and a mesh with these morph targets. */
function makeHead(morphs: readonly string[], kept: readonly HumanoidBone[] = bones) {
  const model = new Group();
  const nodes = kept.map(() => new Object3D());
  kept.forEach((bone, i) => {
    const parent = kept.indexOf(parentBone(bone) as HumanoidBone);
    (parent < 0 ? model : nodes[parent]).add(nodes[i]);
    nodes[i].quaternion.setFromAxisAngle(new Vector3(1, i, 2).normalize(), i);
  });
  const geometry = new BufferGeometry();
  const points = () => new Float32BufferAttribute([0, 0, 0], 3);
  geometry.setAttribute('position', points());
  geometry.morphAttributes.position = morphs.map(points);
  const mesh = new Mesh(geometry);
  mesh.morphTargetDictionary = Object.fromEntries(morphs.map((name, i) => [name, i]));
  mesh.morphTargetInfluences = morphs.map(() => 0);
  model.add(mesh);
  model.updateMatrixWorld(true);
  const parentIn = (bone: HumanoidBone) => {
    const parent = parentBone(bone);
    return parent && kept.includes(parent) ? parent : null;
  };
  const skeleton = buildSkeleton(
    kept.map((bone) => ({ name: bone, bone, parent: parentIn(bone), offset: [0, 0.1, 0] })),
  );
  const weight = (name: string) => mesh.morphTargetInfluences?.[morphs.indexOf(name)];
  /** How far a bone has turned away from its rest, as seen in the head at rest. */
  const ahead = new Map(nodes.map((node) => [node, node.getWorldQuaternion(new Quaternion()).invert()]));
  const lookOf = (bone: HumanoidBone) => {
    const node = nodes[kept.indexOf(bone)];
    model.updateMatrixWorld(true);
    const turn = node.getWorldQuaternion(new Quaternion()).multiply(ahead.get(node) as Quaternion);
    return new Vector3(0, 0, 1).applyQuaternion(turn);
  };
  return { model, nodes, mesh, skeleton, weight, lookOf };
}

function faceOf(head: ReturnType<typeof makeHead>, extra: Partial<Parameters<typeof createAvatarFace>[0]> = {}) {
  const { model, nodes, skeleton } = head;
  return createAvatarFace({ avatarRoot: model, model, skeleton, nodes, expressions: null, lookAt: null, ...extra });
}

function show(face: AvatarFace, values: Partial<ReturnType<typeof createFaceValues>>): void {
  face.show({ ...createFaceValues(), ...values });
  face.apply();
}

test.each([
  ['eyeBlinkLeft', 'eyeBlinkLeft'],
  ['eyeBlink_L', 'eyeBlinkLeft'],
  ['Eye_Blink_R', 'eyeBlinkRight'],
  ['Head.jawOpen', 'jawOpen'],
  ['Fcl_MTH_A', 'aa'],
  ['viseme_O', 'oh'],
  ['まばたき', 'blink'],
  ['Breasts_Large', null],
])('the morph target %s is %s', (morph, parameter) => {
  expect(faceParameterOfMorph(morph)).toBe(parameter);
});

test('a glTF with ARKit shapes blinks, speaks and looks with them; eye bones turn instead where there are some', () => {
  const shapes = ['eyeBlink_L', 'eyeBlink_R', 'jawOpen', 'eyeLookInLeft', 'eyeLookOutLeft', 'eyeLookInRight', 'brow'];
  const flat = makeHead(shapes, neck);
  const face = faceOf(flat);
  expect(face.moves).toEqual({ lids: true, eyes: true, mouth: true });
  show(face, { closedLeft: 1, closedRight: 0.5, aa: 0.8, leftYaw: 0.2, rightYaw: 0.25 });
  expect([flat.weight('eyeBlink_L'), flat.weight('eyeBlink_R'), flat.weight('jawOpen')]).toEqual([1, 0.5, 0.8]);
  // To the left is outwards for the left eye, inwards for the right one.
  expect(flat.weight('eyeLookOutLeft')).toBeGreaterThan(0.3);
  expect(flat.weight('eyeLookInRight')).toBeGreaterThan(0.3);
  expect([flat.weight('eyeLookInLeft'), flat.weight('brow')]).toEqual([0, 0]);

  const round = makeHead(shapes);
  show(faceOf(round), { leftYaw: 0.2, rightYaw: 0.2, pitch: 0.1 });
  expect(round.weight('eyeLookOutLeft')).toBe(0);
  expect(round.lookOf('leftEye').x).toBeCloseTo(Math.sin(0.2) * Math.cos(0.1), 5);
  expect(round.lookOf('rightEye').y).toBeCloseTo(Math.sin(0.1), 5);
});

test('a face without shapes opens its jaw; one without anything stays as it is', () => {
  const head = makeHead([]);
  const face = faceOf(head);
  expect(face.moves).toEqual({ lids: false, eyes: true, mouth: true });
  show(face, { aa: 1 });
  expect(head.lookOf('jaw').y).toBeLessThan(-0.2);
  const plain = makeHead(['brow'], neck);
  const still = faceOf(plain);
  expect(still.moves).toEqual({ lids: false, eyes: false, mouth: false });
  show(still, { closedLeft: 1, closedRight: 1, leftYaw: 1, aa: 1 });
  expect(plain.mesh.morphTargetInfluences).toEqual([0]);
});

test('a VRM looks by its expressions where its file says so, and an empty expression is none', () => {
  const names = ['lookLeft', 'lookRight', 'lookUp', 'lookDown', 'blink'];
  const head = makeHead(names);
  const expressions = new VRMExpressionManager();
  names.forEach((name, index) => {
    const expression = new VRMExpression(name);
    expression.addBind(new VRMExpressionMorphTargetBind({ primitives: [head.mesh], index, weight: 1 }));
    expressions.registerExpression(expression);
  });
  expressions.registerExpression(new VRMExpression('aa'));
  const lookAt = readLookAtRange({
    asset: { version: '2.0' },
    extensions: {
      VRM: { firstPerson: { lookAtTypeName: 'BlendShape', lookAtHorizontalOuter: { xRange: 90, yRange: 0.8 } } },
    },
  });
  const face = faceOf(head, { expressions, lookAt });
  expect(face.moves).toEqual({ lids: true, eyes: true, mouth: true });
  const { mostYaw } = gazeParams;
  show(face, { leftYaw: -mostYaw, rightYaw: -mostYaw, closedLeft: 1, closedRight: 1 });
  expressions.update();
  expect(head.weight('lookRight')).toBeCloseTo(0.8);
  expect([head.weight('lookLeft'), head.weight('blink')]).toEqual([0, 1]);
  expect(head.lookOf('leftEye').z).toBeCloseTo(1);
});

test('eyes turn no farther than the VRM allows, and what is no number there is not believed', () => {
  const map = (outputScale: unknown) => ({ inputMaxValue: 90, outputScale });
  const lookAt = readLookAtRange({
    asset: { version: '2.0' },
    extensions: {
      VRMC_vrm: { lookAt: { type: 'bone', rangeMapHorizontalOuter: map(12), rangeMapHorizontalInner: map('far') } },
    },
  });
  const head = makeHead([]);
  const { mostYaw } = gazeParams;
  show(faceOf(head, { lookAt }), { leftYaw: mostYaw, rightYaw: mostYaw });
  expect((Math.asin(head.lookOf('leftEye').x) * 180) / Math.PI).toBeCloseTo(12);
  expect((Math.asin(head.lookOf('rightEye').x) * 180) / Math.PI).toBeCloseTo(10);
  expect(readLookAtRange({ asset: { version: '2.0' } })).toBeNull();
});
