import { addTrack, createRecorder, finishTrack } from '@leib/core';
import {
  bakePuppet,
  buildPuppetModel,
  createPuppet,
  freeJoint,
  type PuppetModel,
  puppetMeshOf,
  stepRecordedHand,
} from '@leib/puppet';
import { appendHand, createHandSignal, type HandRecording, handOfTrack, handTrackSpec } from '@leib/tracking/hands';
import { AnimationMixer, type Mesh, Vector3 } from 'three';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { beforeAll, expect, test } from 'vitest';

const HZ = 30;
let model: PuppetModel;
/** Vertices of every frame as the puppet was played, world space. */
const played: Float32Array[] = [];
let hand: HandRecording;

/** A strip whose front half is a jaw that the thumb turns while the hand carries the strip and turns it. */
beforeAll(async () => {
  const positions = Float64Array.from({ length: 99 }, (_, i) => {
    const vertex = Math.floor(i / 3);
    return [0.1 * (vertex % 3) - 0.1, 0, 0.1 * Math.floor(vertex / 3)][i % 3];
  });
  const triangles = Array.from({ length: 20 }, (_, cell) => {
    const a = Math.floor(cell / 2) * 3 + (cell % 2);
    return [a, a + 3, a + 1, a + 1, a + 3, a + 4];
  });
  const plain = createPuppet('strip', null, { scale: 1, rotation: [0, 0, 0, 1], position: [0, 0, 0] });
  const box = { rotation: [0, 0, 0, 1], pivot: [0, 0, 0.5], centre: [0, 0, 0.76], halfSize: [0.2, 0.2, 0.25] };
  const turn = { kind: 'turn', finger: 'thumb', part: 'jaw', point: [0, 0, 1], axis: [1, 0, 0], angle: 0.8 };
  const connection = { ...turn, curve: [], spread: 0, yaw: 0, carry: 0, magnets: null };
  const file = {
    ...plain,
    parts: [{ name: 'jaw', parent: null, shape: { kind: 'box', ...box } as never, joint: freeJoint, region: null }],
    hands: [{ ...plain.hands[0], rotationPoint: [0, 0, 0.5] as never, connections: [connection as never] }],
    inner: { method: 'voxels' as const, points: 20 },
  };
  model = await buildPuppetModel(file, puppetMeshOf(positions, Uint32Array.from(triangles.flat())));
  const track = addTrack(createRecorder(), handTrackSpec('hand', HZ));
  const signal = createHandSignal();
  signal.confidence = 1;
  for (let frame = 0; frame <= 30; frame++) {
    signal.bends.set([0.5 - 0.5 * Math.cos(frame / 4), 0, 0, 0, 0]);
    signal.position.set([0.01 * frame, 0, 0]);
    signal.rotation.set([0, Math.sin(0.01 * frame), 0, Math.cos(0.01 * frame)]);
    appendHand(track, frame / HZ, signal);
  }
  hand = handOfTrack(finishTrack(track));
  for (const { state } of stepRecordedHand(model, [hand], HZ)) played.push(Float32Array.from(state.skin.positions));
});

const bake = (as: 'bones' | 'morphs') =>
  bakePuppet(model, stepRecordedHand(model, [hand], HZ), { as, hz: HZ, name: 'open' });

/** Root of the mean square and largest distance of what three shows from what was played, metres. */
async function distanceInThree(bytes: Uint8Array<ArrayBuffer>): Promise<{ rms: number; max: number }> {
  const { scene, animations } = await new GLTFLoader().parseAsync(bytes.slice().buffer, '');
  const mixer = new AnimationMixer(scene);
  mixer.clipAction(animations[0]).play();
  let mesh: Mesh | null = null;
  scene.traverse((object) => {
    if ('isMesh' in object) mesh = object as Mesh;
  });
  const shown = mesh as unknown as Mesh;
  const at = new Vector3();
  let [sum, max, count] = [0, 0, 0];
  // The last frame is also the beginning of the next round of the mixer.
  for (let frame = 0; frame < played.length - 1; frame++) {
    mixer.setTime(frame / HZ);
    scene.updateMatrixWorld(true);
    for (let vertex = 0; vertex < shown.geometry.attributes.position.count; vertex++) {
      shown.getVertexPosition(vertex, at).applyMatrix4(shown.matrixWorld);
      const place = model.mesh.placeOf[vertex];
      const distance = at.distanceTo(new Vector3().fromArray(played[frame], place * 3));
      sum += distance ** 2;
      max = Math.max(max, distance);
      count++;
    }
  }
  return { rms: Math.sqrt(sum / count), max };
}

test("three plays the bones' surface as far from the puppet's as the file says", async () => {
  const baked = await bake('bones');
  const { rms, max } = await distanceInThree(baked.bytes);
  expect(Math.abs(rms - baked.rmsError)).toBeLessThan(0.05 * baked.rmsError);
  expect(max).toBeLessThan(baked.maxError + 1e-5);
});

test("three plays the morph targets as the puppet's surface, with its wobble", async () => {
  const { rmsError: boneError } = await bake('bones');
  const baked = await bake('morphs');
  const { rms, max } = await distanceInThree(baked.bytes);
  expect(Math.abs(rms - baked.rmsError)).toBeLessThan(1e-5);
  expect(max).toBeLessThan(baked.maxError + 1e-5);
  expect(max).toBeLessThan(0.008);
  expect(rms).toBeLessThan(boneError / 3);
});
