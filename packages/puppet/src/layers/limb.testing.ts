import { createPose, type Pose, type Skeleton } from '@leib/core';
import { createSpreadTurns, type SpreadTurn } from '../control/spreadTurns.js';
import type { PuppetFile, PuppetPart, SkinRegion, SkinSettings } from '../file/puppetFile.js';
import { BOUND_PARTS, buildPartSkeleton, type PartBinding, updatePartPoses } from '../model/partSkeleton.js';
import { type PuppetMesh, puppetMeshOf } from '../model/puppetMesh.js';
import { buildInner } from './buildInner.js';
import { buildSkin } from './buildSkin.js';
import { createInnerState, type InnerModel, type InnerState } from './innerModel.js';
import { moveInner } from './moveInner.js';
import { createSkinState, type SkinModel, type SkinState } from './skinModel.js';
import { stepSkin } from './stepSkin.js';

/** A limb of two bones along x, from -0.3 to 0.3 m, 5 cm thick, joint at the origin. Closed; for tests. */
export interface Limb {
  readonly mesh: PuppetMesh;
  readonly parts: readonly PuppetPart[];
  readonly binding: PartBinding;
  readonly skeleton: Skeleton;
  readonly inner: InnerModel;
  readonly skin: SkinModel;
}

export interface LimbState {
  readonly pose: Pose;
  readonly inner: InnerState;
  readonly skin: SkinState;
}

export const HALF_LENGTH = 0.3;
export const RADIUS = 0.05;

export const testRegion: SkinRegion = { name: 'skin', stiffness: 0.5, damping: 0.1, mass: 1, maxDistance: 0.03 };

export const testSkin: SkinSettings = {
  iterations: 5,
  gravity: [0, -9.81, 0],
  regions: [testRegion],
  paint: null,
  volume: 0.5,
  lips: [],
  layers: [],
};

const innerSettings: PuppetFile['inner'] = { method: 'simplify', points: 200 };

export interface LimbOptions {
  readonly settings?: Partial<SkinSettings>;
  readonly region?: Partial<SkinRegion>;
  readonly inner?: Partial<PuppetFile['inner']>;
  readonly rings?: number;
  readonly around?: number;
  readonly spreadTurns?: readonly SpreadTurn[];
}

export async function buildLimb(options: LimbOptions = {}): Promise<Limb> {
  const { rings = 48, around = 20 } = options;
  const mesh = tube(rings, around);
  const parts = [bone('upper', null, -HALF_LENGTH, 0), bone('lower', 'upper', 0, HALF_LENGTH)];
  const binding = bindTube(mesh);
  const regions = [{ ...testRegion, ...options.region }];
  const settings = { ...testSkin, regions, ...options.settings };
  const inner = await buildInner({
    mesh,
    parts,
    binding,
    settings: { ...innerSettings, ...options.inner },
    skin: settings,
    spreadTurns: options.spreadTurns ?? [],
  });
  const skin = buildSkin({ mesh, parts, binding, settings });
  return { mesh, parts, binding, skeleton: buildPartSkeleton(parts), inner, skin };
}

export function createLimbState({ skeleton, inner, skin }: Limb): LimbState {
  return { pose: createPose(skeleton), inner: createInnerState(inner, skeleton), skin: createSkinState(skin) };
}

/** One frame: the lower bone bent by an angle about z, the whole limb moved and turned. */
export interface LimbMove {
  readonly bend?: number;
  /** About its own length. */
  readonly twist?: number;
  readonly position?: readonly [number, number, number];
  readonly turn?: readonly [number, number, number, number];
}

export function stepLimb(limb: Limb, state: LimbState, move: LimbMove, dtSeconds: number): void {
  poseLimb(limb, state.pose, move);
  moveInner(limb.inner, limb.skeleton, state.pose, createSpreadTurns([]), state.inner);
  stepSkin(limb.skin, state.skin, state.inner, dtSeconds);
}

export function poseLimb(limb: Limb, pose: Pose, move: LimbMove): void {
  const [b, t] = [(move.bend ?? 0) / 2, (move.twist ?? 0) / 2];
  pose.rootPosition.set(move.position ?? [0, 0, 0]);
  pose.localRotations.set(move.turn ?? [0, 0, 0, 1], 0);
  const lower = [
    Math.cos(b) * Math.sin(t),
    Math.sin(b) * Math.sin(t),
    Math.sin(b) * Math.cos(t),
    Math.cos(b) * Math.cos(t),
  ];
  pose.localRotations.set(lower, 8);
  updatePartPoses(limb.skeleton, pose, new Float64Array(6));
}

function bone(name: string, parent: string | null, from: number, to: number): PuppetPart {
  const reach = { right: 0.2, left: 0.2, up: 0.1, down: 0.1, front: 0.1, back: 0.1 };
  const influence = {
    centre: [(from + to) / 2, 0, 0] as [number, number, number],
    rotation: [0, 0, 0, 1] as [number, number, number, number],
    reach,
    e: 1,
    n: 1,
    throughAir: true,
  };
  const free = { min: -Math.PI, max: Math.PI };
  return {
    name,
    parent,
    shape: { kind: 'bone', from: [from, 0, 0], to: [to, 0, 0], influence },
    joint: {
      limits: { kind: 'planes', rotation: [0, 0, 0, 1], x: free, y: free, z: free },
      weight: 1,
      maxStep: null,
      spring: null,
    },
    region: null,
  };
}

/** A closed tube: rings along x, a point at either end. */
export function tube(rings: number, around: number): PuppetMesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let ring = 0; ring < rings; ring++) {
    const x = -HALF_LENGTH + (2 * HALF_LENGTH * ring) / (rings - 1);
    for (let k = 0; k < around; k++) {
      const angle = (2 * Math.PI * k) / around;
      positions.push(x, RADIUS * Math.cos(angle), RADIUS * Math.sin(angle));
    }
  }
  const at = (ring: number, k: number) => ring * around + (k % around);
  for (let ring = 0; ring + 1 < rings; ring++) {
    for (let k = 0; k < around; k++) {
      const [a, b, c, d] = [at(ring, k), at(ring, k + 1), at(ring + 1, k), at(ring + 1, k + 1)];
      triangles.push(a, c, b, b, c, d);
    }
  }
  const [first, last] = [positions.length / 3, positions.length / 3 + 1];
  positions.push(-HALF_LENGTH, 0, 0, HALF_LENGTH, 0, 0);
  for (let k = 0; k < around; k++) {
    triangles.push(first, at(0, k), at(0, k + 1), last, at(rings - 1, k + 1), at(rings - 1, k));
  }
  return puppetMeshOf(Float64Array.from(positions), Uint32Array.from(triangles));
}

/** Blends from the upper to the lower bone over 12 cm about the joint. */
function bindTube({ placeCount, positions }: PuppetMesh): PartBinding {
  const joints = new Uint8Array(placeCount * BOUND_PARTS);
  const weights = new Float32Array(placeCount * BOUND_PARTS);
  for (let place = 0; place < placeCount; place++) {
    const share = Math.min(1, Math.max(0, 0.5 + positions[place * 3] / 0.12));
    const lower = share * share * (3 - 2 * share);
    const entry = place * BOUND_PARTS;
    joints.set(lower > 0.5 ? [2, 1] : [1, 2], entry);
    weights.set(lower > 0.5 ? [lower, 1 - lower] : [1 - lower, lower], entry);
  }
  return { joints, weights };
}

/** Of a closed surface: the divergence theorem. */
export function volumeOf(p: Float64Array, triangles: Uint32Array): number {
  let sum = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [triangles[t] * 3, triangles[t + 1] * 3, triangles[t + 2] * 3];
    sum += p[a] * (p[b + 1] * p[c + 2] - p[b + 2] * p[c + 1]);
    sum += p[a + 1] * (p[b + 2] * p[c] - p[b] * p[c + 2]);
    sum += p[a + 2] * (p[b] * p[c + 1] - p[b + 1] * p[c]);
  }
  return sum / 6;
}
