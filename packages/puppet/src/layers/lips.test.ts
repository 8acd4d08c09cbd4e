import { createPose } from '@leib/core';
import { seededRandom, seeds } from '@leib/core/testing';
import { describe, expect, test } from 'vitest';
import type { PuppetPart } from '../file/puppetFile.js';
import { BOUND_PARTS, buildPartSkeleton, type PartBinding, updatePartPoses } from '../model/partSkeleton.js';
import { type PuppetMesh, puppetMeshOf } from '../model/puppetMesh.js';
import { buildInner } from './buildInner.js';
import { buildSkin } from './buildSkin.js';
import { createInnerState } from './innerModel.js';
import { testSkin } from './limb.testing.js';
import { moveInner } from './moveInner.js';
import { createSkinState } from './skinModel.js';
import { updateLipOpening } from './solveLips.js';
import { stepSkin } from './stepSkin.js';

const GAP = 0.004;
const ALONG = 9;
const ACROSS = 7;

/** Two jaws from the hinge at the origin along +z, 12 cm long, 8 cm wide, drawn open by so much at the hinge's angle. */
function jaws(opening: number): { mesh: PuppetMesh; binding: PartBinding; parts: PuppetPart[] } {
  const positions: number[] = [];
  const triangles: number[] = [];
  const owners: number[] = [];
  for (const [jaw, side] of [1, -1].entries()) {
    const angle = (side * opening) / 2;
    const first = positions.length / 3;
    for (let i = 0; i < ALONG; i++) {
      for (let k = 0; k < ACROSS; k++) {
        const r = 0.02 + (0.1 * i) / (ALONG - 1);
        // The lower jaw has its places between those of the upper one.
        positions.push(0.08 * (k / (ACROSS - 1) - 0.5) + jaw * 0.003, r * Math.sin(angle), r * Math.cos(angle));
        owners.push(jaw + 1);
      }
    }
    for (let i = 0; i + 1 < ALONG; i++) {
      for (let k = 0; k + 1 < ACROSS; k++) {
        const a = first + i * ACROSS + k;
        const quad = [a, a + ACROSS, a + 1, a + 1, a + ACROSS, a + ACROSS + 1];
        triangles.push(...(side === 1 ? quad.reverse() : quad));
      }
    }
  }
  const mesh = puppetMeshOf(Float64Array.from(positions), Uint32Array.from(triangles));
  const joints = new Uint8Array(owners.length * BOUND_PARTS);
  const weights = new Float32Array(owners.length * BOUND_PARTS);
  owners.forEach((joint, place) => {
    joints[place * BOUND_PARTS] = joint;
    weights[place * BOUND_PARTS] = 1;
  });
  return { mesh, binding: { joints, weights }, parts: [jawPart('upper', opening / 2), jawPart('lower', -opening / 2)] };
}

function jawPart(name: string, angle: number): PuppetPart {
  const centre: [number, number, number] = [0, 0.06 * Math.sin(angle), 0.06 * Math.cos(angle)];
  const free = { min: -Math.PI, max: Math.PI };
  return {
    name,
    parent: null,
    shape: { kind: 'box', pivot: [0, 0, 0], centre, rotation: [0, 0, 0, 1], halfSize: [0.05, 0.02, 0.06] },
    joint: {
      limits: { kind: 'planes', rotation: [0, 0, 0, 1], x: free, y: free, z: free },
      weight: 1,
      maxStep: null,
      spring: null,
    },
    region: null,
  };
}

async function buildMouth(opening: number) {
  const { mesh, binding, parts } = jaws(opening);
  const settings = { ...testSkin, lips: [{ upper: 'upper', lower: 'lower', gap: GAP }] };
  const inner = await buildInner({
    mesh,
    parts,
    binding,
    settings: { method: 'simplify', points: 40 },
    skin: settings,
    spreadTurns: [],
  });
  const [skin, skeleton] = [buildSkin({ mesh, parts, binding, settings }), buildPartSkeleton(parts)];
  const state = { pose: createPose(skeleton), inner: createInnerState(inner, skeleton), skin: createSkinState(skin) };
  /** Closes both jaws by an angle each: beyond half the opening they would pass through each other. */
  const step = (closing: number, dtSeconds: number) => {
    const half = closing / 2;
    state.pose.localRotations.set([Math.sin(half), 0, 0, Math.cos(half)], 4);
    state.pose.localRotations.set([-Math.sin(half), 0, 0, Math.cos(half)], 8);
    updatePartPoses(skeleton, state.pose, new Float64Array(6));
    moveInner(inner, skeleton, state.pose, null, state.inner);
    stepSkin(skin, state.skin, state.inner, dtSeconds);
  };
  const openings = (positions: Float64Array) =>
    Array.from({ length: skin.lips.pairCount }, (_, pair) => {
      updateLipOpening(skin.lips, state.skin, positions, pair);
      return state.skin.lipOpenings[pair];
    });
  return { mesh, skin, state, step, openings };
}

describe.each([0.1, 0.8])('lips that are drawn open by %d radians', (opening) => {
  test('find each other over the whole mouth', async () => {
    const { skin, mesh } = await buildMouth(opening);
    // All but the columns that stick out by the shift between both jaws.
    expect(skin.lips.pairCount).toBeGreaterThan(0.8 * mesh.placeCount);
  });

  test.each(seeds(4))('keep their gap however they open and close (seed %i)', async (seed) => {
    const random = seededRandom(seed);
    const mouth = await buildMouth(opening);
    let deepest = 0;
    for (let frame = 0; frame < 120; frame++) {
      // From wide open to far through each other, some within a single frame.
      const closing = opening / 2 + 0.5 * (random() - 0.4);
      for (let held = Math.floor(4 * random()); held >= 0; held--) mouth.step(closing, 1 / 30 + random() / 100);
      deepest = Math.min(deepest, ...mouth.openings(mouth.state.inner.positions));
      expect(Math.min(...mouth.openings(mouth.state.skin.positions))).toBeGreaterThan(GAP - 1e-4);
      expect(mouth.state.skin.maxOffset).toBeLessThanOrEqual(0.03 + 1e-12);
    }
    expect(deepest).toBeLessThan(-0.01); // the parts themselves did pass through each other
  });
});

test('what is drawn keeps the gap at picture rates above that of the substeps, too', async () => {
  const mouth = await buildMouth(0.8);
  let least = Infinity;
  for (let frame = 0; frame < 900; frame++) {
    mouth.step(0.35 + 0.25 * Math.sin(frame / 40), 1 / 360);
    least = Math.min(least, ...mouth.openings(mouth.state.skin.positions));
  }
  expect(least).toBeGreaterThan(GAP - 1e-4);
});

test('masses of lips stop at each other, they do not swing on through', async () => {
  const mouth = await buildMouth(0.8);
  let least = Infinity;
  for (let frame = 0; frame < 60; frame++) {
    mouth.step(frame % 12 < 6 ? 0.1 : 0.39, 1 / 60);
    const { layers, carriers } = mouth.state.skin;
    const now = layers[layers.length - 1].now.map((offset, at) => offset + carriers.places[at]);
    least = Math.min(least, ...mouth.openings(now));
  }
  expect(least).toBeGreaterThan(0);
});

test('an open mouth is not touched', async () => {
  const mouth = await buildMouth(0.8);
  mouth.step(0, 0);
  expect(mouth.state.skin.positions).toEqual(mouth.state.inner.positions);
});
