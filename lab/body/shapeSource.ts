import { smoothStep } from '@leib/core';
import { type BaseMesh, readBaseMesh } from './baseMesh.ts';
import { broadParameters, type ShapeParameter } from './broadParameters.ts';
import { findPointWeights, nearestPoint, type PointWeights, placePoint } from './jointWeights.ts';
import { mixNeutralBody, type NeutralBody } from './neutralBody.ts';
import { boneIndex, keptBones, readSourceRig } from './rig.ts';
import { findMirror, readShapeTarget, type ShapeTarget, shapeTargets, symmetrise } from './shapeTargets.ts';
import { calmShoulders, type DenseWeights, evenWeights, limitInfluences, mergeSkinWeights } from './skinWeights.ts';
import type { SourceFiles } from './sourcePackage.ts';
import { BODY_VERTEX_COUNT } from './targets.ts';
import { findNeighbours, type Neighbours, smoothRows } from './topology.ts';
import { poseAsT } from './tPose.ts';

export type Sex = 'female' | 'male';

/** Bodies of one sex before learning: base + sum of parameters, T-pose facing +Z, metres. */
export interface ShapeFamily {
  readonly sex: Sex;
  readonly base: Float64Array;
  readonly parameters: readonly ShapeParameter[];
}

/** What both sexes share. */
export interface ShapeSource {
  readonly mesh: BaseMesh;
  /** Counter-clockwise from outside; quads cut over the diagonal that is shorter on the neutral body. */
  readonly triangles: Uint32Array;
  readonly neighbours: Neighbours;
  readonly weights: DenseWeights;
  /** Joints in the T-pose from skin, in the order of keptBones. */
  readonly jointWeights: readonly PointWeights[];
  readonly mirror: Uint32Array;
  readonly families: Readonly<Record<Sex, ShapeFamily>>;
}

/** Rounds of smoothing at the crotch, of targets and of the figure itself. */
const CALM_MOVES = 60;
const CALM_SHAPE = 20;

/** Step of the difference that takes a target from the standing pose into the T-pose. */
const POSE_STEP = 0.25;

/** Trunk joints are attached to back and flanks, so that a belly does not pull the spine forward. Decimetres in front of the joint. */
const TRUNK_FRONT = 0.3;
const trunkBones = new Set(['hips', 'spine', 'chest', 'upperChest', 'leftUpperLeg', 'rightUpperLeg']);

export function readShapeSource(source: SourceFiles, progress: (text: string) => void): ShapeSource {
  const mesh = readBaseMesh(source.mesh);
  const rig = readSourceRig(source.rig);
  const mirror = findMirror(mesh.positions);
  const neutral = mixNeutralBody(mesh, rig, source.targets);
  const neighbours = findNeighbours(BODY_VERTEX_COUNT, mesh.quads, 4);
  const weights = mirrorSkin(
    evenWeights(calmShoulders(mergeSkinWeights(mesh, rig), neutral), neutral, neighbours),
    mirror,
  );
  limitInfluences(weights);

  const standing = holdJoints(neutral, mirror);
  const family = (sex: Sex): ShapeFamily => {
    progress(`${sex}: targets into the T-pose`);
    const read = (target: ShapeTarget) =>
      symmetrise(readShapeTarget(source.targets, target), mirror, target.name.startsWith('armslegs/'));
    const ofSex = shapeTargets.filter(({ name }) => belongsTo(name, sex));
    const bases = ofSex.filter(({ kind }) => kind === 'base').map(read);
    const base = mesh.positions.slice(0, BODY_VERTEX_COUNT * 3);
    for (const target of bases) for (let i = 0; i < base.length; i++) base[i] += target[i] / bases.length;
    // The fingertips of the rig are not quite symmetric; what they leave of that is averaged out.
    const intoT = (positions: Float64Array) =>
      symmetrise(toMetres(poseAsT(standing(positions), weights).positions), mirror, false);
    const calm = createCrotchCalmer(intoT(base), neighbours);
    const parameters = ofSex
      .filter(({ kind }) => kind !== 'base')
      .map((target): ShapeParameter => {
        const step = read(target);
        const plus = intoT(base.map((value, i) => value + POSE_STEP * step[i]));
        const minus = intoT(base.map((value, i) => value - POSE_STEP * step[i]));
        const displacement = plus.map((value, i) => (value - minus[i]) / (2 * POSE_STEP));
        return { name: target.name, kind: target.kind, displacement: calm(displacement, CALM_MOVES) };
      });
    const tPose = poseAsT(standing(base), weights);
    const positions = calm(symmetrise(toMetres(tPose.positions), mirror, false), CALM_SHAPE);
    const broad = broadParameters(positions, toMetres(tPose.joints), weights).map((parameter) => ({
      ...parameter,
      displacement: calm(parameter.displacement, CALM_MOVES),
    }));
    return { sex, base: positions, parameters: [...parameters, ...broad] };
  };

  const tPose = poseAsT(standing(neutral.positions), weights);
  const jointWeights = symmetricWeights(
    keptBones.map(({ bone }, index) =>
      findPointWeights(
        tPose.positions,
        [...tPose.joints.subarray(index * 3, index * 3 + 3)],
        (vertex) =>
          !trunkBones.has(bone) || tPose.positions[vertex * 3 + 2] < tPose.joints[index * 3 + 2] + TRUNK_FRONT,
      ),
    ),
    mirror,
  );
  return {
    mesh,
    triangles: cutQuads(mesh.quads, neutral.positions),
    neighbours,
    weights,
    jointWeights,
    mirror,
    families: { female: family('female'), male: family('male') },
  };
}

/** Targets named after a sex are used for that sex only, those of breasts for women only. */
function belongsTo(name: string, sex: Sex): boolean {
  if (/(^|[/-])female-/.test(name) || name.startsWith('breast/')) return sex === 'female';
  return !/(^|[/-])male-/.test(name) || sex === 'male';
}

/** Gives any standing body the joints and fingertips that the neutral one has, carried by the skin around them. */
function holdJoints(neutral: NeutralBody, mirror: Uint32Array): (positions: Float64Array) => NeutralBody {
  const hold = (point: readonly number[], bone: string) =>
    findPointWeights(
      neutral.positions,
      point,
      (vertex) => !trunkBones.has(bone) || neutral.positions[vertex * 3 + 2] < point[2] + TRUNK_FRONT,
    );
  const joints = symmetricWeights(
    keptBones.map(({ bone }, index) => hold([...neutral.joints.subarray(index * 3, index * 3 + 3)], bone)),
    mirror,
  );
  // A tip of the rig lies a little outside the finger; it follows the skin next to it.
  const tips = [...neutral.tips].map(([name, point]) => {
    const weights = nearestPoint(neutral.positions, point);
    const skin = placePoint(neutral.positions, weights);
    return { name, weights, offset: point.map((value, k) => value - skin[k]) };
  });
  return (positions) => ({
    positions,
    joints: Float64Array.from(joints.flatMap((weights) => placePoint(positions, weights))),
    tips: new Map(
      tips.map(({ name, weights, offset }) => [
        name,
        placePoint(positions, weights).map((value, k) => value + offset[k]),
      ]),
    ),
  });
}

/**
 * Between the legs the base mesh has folds of millimetres, and closing the legs for the T-pose presses them together:
 * targets turn them inside out. There, and only there, moves are evened out over the neighbourhood.
 */
function createCrotchCalmer(tPose: Float64Array, neighbours: Neighbours) {
  const middle = Array.from({ length: BODY_VERTEX_COUNT }, (_, vertex) => vertex).filter(
    (vertex) => Math.abs(tPose[vertex * 3]) < 1e-6 && Math.abs(tPose[vertex * 3 + 2]) < 0.05,
  );
  // The lowest skin in the plane of symmetry is the crotch.
  const crotchY = middle.reduce((low, vertex) => Math.min(low, tPose[vertex * 3 + 1]), Number.POSITIVE_INFINITY);
  const amounts = Float64Array.from({ length: BODY_VERTEX_COUNT }, (_, vertex) => {
    const [x, y, z] = tPose.subarray(vertex * 3, vertex * 3 + 3);
    // An egg: narrow sideways, long from front to back.
    const distance = Math.hypot(x / 0.03, (y - crotchY) / 0.04, (z - 0.02) / 0.08);
    return 0.5 * (1 - smoothStep(distance, 0.6, 1.2));
  });
  return (rows: Float64Array, rounds: number): Float64Array => {
    let calmed = rows;
    for (let round = 0; round < rounds; round++)
      calmed = smoothRows(calmed, 3, neighbours, (vertex) => amounts[vertex]);
    return calmed;
  };
}

/** The same skin weights on both sides: each the mean of itself and its mirror. */
function mirrorSkin(weights: DenseWeights, mirror: Uint32Array): DenseWeights {
  const boneCount = keptBones.length;
  const across = keptBones.map(({ bone }) => {
    const other = bone.replace(/^(left|right)/, (side) => (side === 'left' ? 'right' : 'left'));
    return boneIndex[other];
  });
  const out = new Float64Array(weights.length);
  for (let vertex = 0; vertex < mirror.length; vertex++) {
    for (let bone = 0; bone < boneCount; bone++) {
      const other = weights[mirror[vertex] * boneCount + across[bone]];
      out[vertex * boneCount + bone] = (weights[vertex * boneCount + bone] + other) / 2;
    }
  }
  return out;
}

/** Right joints as mirrors of the left ones, joints in the middle as means of themselves and their mirrors. */
function symmetricWeights(weights: readonly PointWeights[], mirror: Uint32Array): PointWeights[] {
  const across = ({ vertices, weights: shares }: PointWeights): PointWeights => ({
    vertices: vertices.map((vertex) => mirror[vertex]),
    weights: shares,
  });
  return keptBones.map(({ bone }, index) => {
    if (bone.startsWith('left')) return weights[index];
    if (bone.startsWith('right')) return across(weights[boneIndex[`left${bone.slice('right'.length)}`]]);
    const shares = new Map<number, number>();
    for (const half of [weights[index], across(weights[index])]) {
      half.vertices.forEach((vertex, n) => {
        shares.set(vertex, (shares.get(vertex) ?? 0) + half.weights[n] / 2);
      });
    }
    const vertices = [...shares.keys()].sort((a, b) => a - b);
    return { vertices, weights: vertices.map((vertex) => shares.get(vertex) as number) };
  });
}

/** Decimetres -> metres. */
function toMetres(positions: Float64Array): Float64Array {
  return positions.map((value) => value / 10);
}

function cutQuads(quads: Uint32Array, positions: Float64Array): Uint32Array {
  const triangles: number[] = [];
  const distance = (a: number, b: number) =>
    Math.hypot(...[0, 1, 2].map((k) => positions[a * 3 + k] - positions[b * 3 + k]));
  for (let at = 0; at < quads.length; at += 4) {
    const [a, b, c, d] = quads.subarray(at, at + 4);
    // Equal diagonals, as in a mirrored pair, are cut the same way on both sides only if rounding is kept out.
    if (distance(a, c) <= distance(b, d) + 1e-9) triangles.push(a, b, c, a, c, d);
    else triangles.push(a, b, d, b, c, d);
  }
  return Uint32Array.from(triangles);
}
