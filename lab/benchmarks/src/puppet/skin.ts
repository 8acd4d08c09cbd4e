import { createPose, type Pose } from '@leib/core';
import { bindParts, type PuppetMesh, type PuppetPart, puppetMeshOf, type SkinSettings } from '@leib/puppet';
import { buildInner } from '../../../../packages/puppet/dist/layers/buildInner.js';
import { buildSkin } from '../../../../packages/puppet/dist/layers/buildSkin.js';
import { createInnerState } from '../../../../packages/puppet/dist/layers/innerModel.js';
import { moveInner } from '../../../../packages/puppet/dist/layers/moveInner.js';
import { createSkinState } from '../../../../packages/puppet/dist/layers/skinModel.js';
import { stepSkin } from '../../../../packages/puppet/dist/layers/stepSkin.js';
import { buildPartSkeleton, updatePartPoses } from '../../../../packages/puppet/dist/model/partSkeleton.js';
import type { BenchmarkOptions } from '../benchmarkOptions.js';
import { compare } from '../compare.js';
import type { Contender } from '../contender.js';
import { loadJolt } from '../contenders/joltBody.js';
import { createJoltSkin } from '../contenders/joltSkin.js';
import type { BenchResult } from '../report.js';

const BONE_COUNT = 8;
const BONE_LENGTH = 0.1;
const RADIUS = 0.08;
/** Frames of one movement that repeats. */
const MOMENT_COUNT = 120;
const HZ = 60;

const settings: SkinSettings = {
  iterations: 5,
  gravity: [0, -9.81, 0],
  regions: [{ name: 'skin', stiffness: 0.5, damping: 0.15, mass: 1, maxDistance: 0.03 }],
  paint: null,
  // Jolt has nothing like it, so it is left out of both.
  volume: 0,
  lips: [],
  layers: [],
};

/**
 * A tail of eight bones that bends and is carried about. Ours counts whole: the inner model moved by the parts and the
 * skin, as a frame of a puppet calls them; Jolt's its skinning and its step. Both are read out.
 */
export function benchPuppetSkin(around: number, along: number): (options: BenchmarkOptions) => Promise<BenchResult[]> {
  return async (options) => {
    const mesh = tail(around, along);
    const parts = Array.from({ length: BONE_COUNT }, (_, i) => bone(i));
    const skeleton = buildPartSkeleton(parts);
    const binding = bindParts(mesh, parts);
    const moments = createMoments(skeleton);
    const inner = await buildInner({
      mesh,
      parts,
      binding,
      settings: { method: 'simplify', points: 1000 },
      skin: settings,
      spreadTurns: [],
    });
    const skin = buildSkin({ mesh, parts, binding, settings });
    const [innerState, skinState] = [createInnerState(inner, skeleton), createSkinState(skin)];
    const ours = perFrame('leib', (moment) => {
      moveInner(inner, skeleton, moments[moment], null, innerState);
      stepSkin(skin, skinState, innerState, 1 / HZ);
    });
    const jolt = createJoltSkin(await loadJolt(), { mesh, binding, skeleton, skin });
    const peer = perFrame('jolt soft body', (moment) => jolt.step(moments[moment], 1 / HZ));
    const name = `puppet/skin-${mesh.placeCount}`;
    const results = compare([{ name, ours, peers: [peer] }], options);
    jolt.dispose();
    const facts = {
      places: mesh.placeCount,
      edges: skin.edges.ends.length,
      substeps: Math.round(1 / HZ / skin.substep),
    };
    return results.map((result) => ({ ...result, facts: { ...facts, 'inner points': inner.pointCount } }));
  };
}

function perFrame(name: string, step: (moment: number) => void): Contender {
  let moment = 0;
  return {
    name,
    callCount: MOMENT_COUNT,
    run(count) {
      for (let i = 0; i < count; i++) {
        moment = (moment + 1) % MOMENT_COUNT;
        step(moment);
      }
    },
  };
}

/** A closed tube along x; both ends are drawn together. */
function tail(around: number, along: number): PuppetMesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let ring = 0; ring < along; ring++) {
    const share = ring / (along - 1);
    const radius = RADIUS * Math.sqrt(Math.max(0.02, 1 - (2 * share - 1) ** 8));
    for (let k = 0; k < around; k++) {
      const angle = (2 * Math.PI * k) / around;
      positions.push(share * BONE_COUNT * BONE_LENGTH, radius * Math.cos(angle), radius * Math.sin(angle));
      if (ring === 0) continue;
      const [a, b] = [(ring - 1) * around + k, (ring - 1) * around + ((k + 1) % around)];
      triangles.push(a, a + around, b, b, a + around, b + around);
    }
  }
  return puppetMeshOf(Float64Array.from(positions), Uint32Array.from(triangles));
}

function bone(index: number): PuppetPart {
  const from = index * BONE_LENGTH;
  const free = { min: -Math.PI, max: Math.PI };
  const across = 1.5 * RADIUS;
  return {
    name: `bone ${index}`,
    parent: index === 0 ? null : `bone ${index - 1}`,
    shape: {
      kind: 'bone',
      from: [from, 0, 0],
      to: [from + BONE_LENGTH, 0, 0],
      influence: {
        centre: [from + BONE_LENGTH / 2, 0, 0],
        rotation: [0, 0, 0, 1],
        reach: { right: BONE_LENGTH, left: BONE_LENGTH, up: across, down: across, front: across, back: across },
        e: 1,
        n: 1,
        throughAir: true,
      },
    },
    joint: {
      limits: { kind: 'planes', rotation: [0, 0, 0, 1], x: free, y: free, z: free },
      weight: 1,
      maxStep: null,
      spring: null,
    },
    region: null,
  };
}

function createMoments(skeleton: ReturnType<typeof buildPartSkeleton>): Pose[] {
  return Array.from({ length: MOMENT_COUNT }, (_, moment) => {
    const pose = createPose(skeleton);
    const time = (2 * Math.PI * moment) / MOMENT_COUNT;
    pose.rootPosition.set([0.1 * Math.sin(time), 0.05 * Math.sin(2 * time), 0]);
    for (let joint = 1; joint < skeleton.jointCount; joint++) {
      const half = 0.15 * Math.sin(2 * time - joint * 0.5);
      pose.localRotations.set([0, 0, Math.sin(half), Math.cos(half)], joint * 4);
    }
    updatePartPoses(skeleton, pose, new Float64Array(BONE_COUNT * 3));
    return pose;
  });
}
