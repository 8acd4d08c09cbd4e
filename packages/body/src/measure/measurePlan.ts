import type { HumanoidBone } from '@leib/core';
import type { BodyLandmarks } from './bodyLandmarks.js';

/** A body of known topology in its T-pose, as far as measuring needs it. */
export interface MeasurableTopology {
  readonly triangles: ArrayLike<number>;
  /** An ordinary body of that topology, to choose from which edges a cut can cross. vertexCount x 3. */
  readonly meanPositions: Float64Array;
  readonly jointNames: readonly HumanoidBone[];
  /** Up to four joints a vertex and their shares. vertexCount x 4. */
  readonly skinJoints: Uint8Array;
  readonly skinWeights: Float32Array;
}

/** What measuring bodies of one topology needs, worked out once. */
export interface MeasurePlan {
  readonly landmarks: BodyLandmarks;
  readonly triangles: ArrayLike<number>;
  readonly leftUpperArmJoint: number;
  readonly rightUpperArmJoint: number;
  readonly leftLowerArmJoint: number;
  readonly leftLowerLegJoint: number;
  readonly leftFootJoint: number;
  readonly neckJoint: number;
  readonly headJoint: number;
  /** Vertices that move when the arms are lowered to measure: chest and shoulders. */
  readonly loweredVertices: Uint32Array;
  /** How much of the left and of the right arm's turn each of them takes. */
  readonly leftArmShares: Float64Array;
  readonly rightArmShares: Float64Array;
  /** Candidates, left side: deltoid; both sides: soles, top of the head, buttocks, between the legs. */
  readonly deltoidVertices: Uint32Array;
  readonly deltoidMirrors: Uint32Array;
  readonly soleVertices: Uint32Array;
  readonly crownVertices: Uint32Array;
  readonly buttockVertices: Uint32Array;
  readonly crotchVertices: Uint32Array;
  readonly leftFootVertices: Uint32Array;
  /** Edges that each cut may cross, as pairs of vertices. */
  readonly chestEdges: Uint32Array;
  readonly underBustEdges: Uint32Array;
  readonly waistEdges: Uint32Array;
  readonly hipEdges: Uint32Array;
  readonly neckEdges: Uint32Array;
  readonly headEdges: Uint32Array;
  readonly leftThighEdges: Uint32Array;
  readonly leftKneeEdges: Uint32Array;
  readonly leftAnkleEdges: Uint32Array;
  readonly leftCalfEdges: Uint32Array;
  readonly leftUpperArmEdges: Uint32Array;
  readonly leftForearmEdges: Uint32Array;
  /** The most crossings that any cut can have. */
  readonly edgeCapacity: number;
}

/** How far from a landmark a cut may move on other bodies, as a part of stature: five standard deviations and more. */
const REACH = 0.09;

/** Skin goes with the arm for measuring when the arm holds at least this share of it. */
const ARM_MAJORITY = 0.5;

export function buildMeasurePlan(topology: MeasurableTopology, landmarks: BodyLandmarks): MeasurePlan {
  const { meanPositions: p, triangles, jointNames } = topology;
  const vertexCount = p.length / 3;
  const x = (vertex: number) => p[vertex * 3];
  const y = (vertex: number) => p[vertex * 3 + 1];
  const z = (vertex: number) => p[vertex * 3 + 2];
  const all = Array.from({ length: vertexCount }, (_, vertex) => vertex);
  const pick = (test: (vertex: number) => boolean) => Uint32Array.from(all.filter(test));
  const top = all.reduce((high, vertex) => Math.max(high, y(vertex)), Number.NEGATIVE_INFINITY);
  const floor = all.reduce((low, vertex) => Math.min(low, y(vertex)), Number.POSITIVE_INFINITY);
  const stature = top - floor;
  const reach = REACH * stature;
  const joint = (name: HumanoidBone) => jointNames.indexOf(name);

  const shareOf = (belongs: (name: HumanoidBone) => boolean) => shareOfJoints(topology, belongs);
  const isArm = (name: string) => /UpperArm|LowerArm|Hand|Thumb|Index|Middle|Ring|Little/.test(name);
  const leftArm = shareOf((name) => name.startsWith('left') && isArm(name));
  const rightArm = shareOf((name) => name.startsWith('right') && isArm(name));
  const isLeg = (name: string) => /UpperLeg|LowerLeg|Foot|Toes/.test(name);
  const leftLeg = shareOf((name) => name.startsWith('left') && isLeg(name));
  const rightLeg = shareOf((name) => name.startsWith('right') && isLeg(name));
  const head = shareOf((name) => name === 'head' || name === 'jaw' || name.endsWith('Eye'));
  const isTrunk = (vertex: number) => leftArm[vertex] + rightArm[vertex] < ARM_MAJORITY && head[vertex] < 0.5;
  const isLeftArm = (vertex: number) => leftArm[vertex] >= ARM_MAJORITY;
  // By the skin's own bones, not by its place: heavy thighs reach across the middle.
  const isLeftLeg = (vertex: number) => leftLeg[vertex] > 0 && leftLeg[vertex] >= rightLeg[vertex];

  const edges = findEdges(triangles);
  const pickEdges = (test: (vertex: number) => boolean) => {
    const inside = new Uint8Array(vertexCount);
    for (const vertex of all) inside[vertex] = test(vertex) ? 1 : 0;
    const kept: number[] = [];
    for (let at = 0; at < edges.length; at += 2) {
      if (inside[edges[at]] && inside[edges[at + 1]]) kept.push(edges[at], edges[at + 1]);
    }
    return Uint32Array.from(kept);
  };
  const trunkAround = (level: number) => pickEdges((v) => isTrunk(v) && Math.abs(y(v) - level) < reach);

  const navelY = y(landmarks.navel);
  const foldY = y(landmarks.glutealFolds[0]);
  const kneeY = y(landmarks.kneecaps[0]);
  const crotchY = landmarks.perineum.reduce((low, v) => Math.min(low, y(v)), Number.POSITIVE_INFINITY);
  const hipY = (crotchY + navelY) / 2;
  const armX = x(landmarks.acromia[0]);
  const wristX = x(landmarks.stylia[0]);
  const chestEdges = trunkAround(y(landmarks.nipples[0]));
  const loweredVertices = pick((v) => leftArm[v] + rightArm[v] > 0 && y(v) > navelY);
  const deltoidVertices = pick(
    (v) => x(v) > armX - 0.02 * stature && x(v) < armX + 0.3 * (wristX - armX) && y(v) > navelY,
  );
  const edgeSets = {
    chestEdges,
    underBustEdges: trunkAround(y(landmarks.underBusts[0])),
    waistEdges: trunkAround(navelY),
    hipEdges: trunkAround(hipY),
    neckEdges: pickEdges(
      (v) =>
        isTrunkOrHead(v) && Math.abs(y(v) - y(landmarks.infrathyroid)) < 0.6 * reach && Math.abs(x(v)) < 0.06 * stature,
    ),
    headEdges: pickEdges((v) => head[v] > 0.5 && Math.abs(y(v) - y(landmarks.glabella)) < 0.25 * reach),
    leftThighEdges: pickEdges((v) => isLeftLeg(v) && Math.abs(y(v) - foldY) < reach),
    leftKneeEdges: pickEdges((v) => isLeftLeg(v) && Math.abs(y(v) - y(landmarks.kneecapTops[0])) < reach),
    leftAnkleEdges: pickEdges((v) => isLeftLeg(v) && y(v) > floor + 0.02 * stature && y(v) < floor + 0.16 * stature),
    leftCalfEdges: pickEdges((v) => isLeftLeg(v) && y(v) < kneeY && y(v) > floor + 0.1 * stature),
    leftUpperArmEdges: pickEdges((v) => isLeftArm(v) && x(v) < armX + 0.6 * (wristX - armX)),
    leftForearmEdges: pickEdges(
      (v) => isLeftArm(v) && x(v) > armX + 0.3 * (wristX - armX) && x(v) < wristX + 0.03 * stature,
    ),
  };
  function isTrunkOrHead(vertex: number) {
    return leftArm[vertex] + rightArm[vertex] < ARM_MAJORITY;
  }
  return {
    landmarks,
    triangles,
    leftUpperArmJoint: joint('leftUpperArm'),
    rightUpperArmJoint: joint('rightUpperArm'),
    leftLowerArmJoint: joint('leftLowerArm'),
    leftLowerLegJoint: joint('leftLowerLeg'),
    leftFootJoint: joint('leftFoot'),
    neckJoint: joint('neck'),
    headJoint: joint('head'),
    loweredVertices,
    leftArmShares: Float64Array.from(loweredVertices, (v) => leftArm[v]),
    rightArmShares: Float64Array.from(loweredVertices, (v) => rightArm[v]),
    deltoidVertices,
    deltoidMirrors: pick((v) => -x(v) > armX - 0.02 * stature && -x(v) < armX + 0.3 * (wristX - armX) && y(v) > navelY),
    soleVertices: pick((v) => y(v) < floor + 0.012 * stature),
    crownVertices: pick((v) => y(v) > top - 0.015 * stature),
    buttockVertices: pick(
      (v) => z(v) < z(landmarks.glutealFolds[0]) && y(v) > crotchY - 0.3 * reach && y(v) < navelY - 0.3 * reach,
    ),
    crotchVertices: Uint32Array.from(landmarks.perineum),
    leftFootVertices: pick((v) => isLeftLeg(v) && y(v) < floor + 0.06 * stature),
    ...edgeSets,
    edgeCapacity: Object.values(edgeSets).reduce((most, set) => Math.max(most, set.length / 2), 0),
  };
}

/** Share of each vertex that the chosen joints hold. */
function shareOfJoints(topology: MeasurableTopology, belongs: (name: HumanoidBone) => boolean): Float64Array {
  const { jointNames, skinJoints, skinWeights } = topology;
  const isChosen = jointNames.map(belongs);
  const shares = new Float64Array(skinJoints.length / 4);
  for (let i = 0; i < skinJoints.length; i++) if (isChosen[skinJoints[i]]) shares[i >> 2] += skinWeights[i];
  return shares;
}

/** Every edge once, as pairs of vertices. */
function findEdges(triangles: ArrayLike<number>): Uint32Array {
  const pairs: number[] = [];
  for (let at = 0; at < triangles.length; at += 3) {
    for (let k = 0; k < 3; k++) {
      const a = triangles[at + k];
      const b = triangles[at + ((k + 1) % 3)];
      // A closed surface passes each edge once in each direction.
      if (a < b) pairs.push(a, b);
    }
  }
  return Uint32Array.from(pairs);
}
