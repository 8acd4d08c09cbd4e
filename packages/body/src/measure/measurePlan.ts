import type { HumanoidBone } from '@leib/core';
import type { BodyLandmarks } from './bodyLandmarks.js';

/** The parts of a body model in its T-pose that measuring needs. */
export interface MeasurableTopology {
  readonly triangles: ArrayLike<number>;
  /** A typical body of that topology, to find the edges that each cut can cross. vertexCount x 3. */
  readonly meanPositions: Float64Array;
  readonly jointNames: readonly HumanoidBone[];
  /** Up to four joints per vertex and their weights. vertexCount x 4. */
  readonly skinJoints: Uint8Array;
  readonly skinWeights: Float32Array;
}

/** Vertices and edges that each measure of bodies of one topology uses. Built once per topology. */
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
  /** Summed skin weights of the left and of the right arm for each of them. */
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

/** Distance from a landmark that a cut may have on other bodies, share of stature: more than five standard deviations. */
const REACH = 0.09;

/** A vertex belongs to the arm where the arm's bones have at least this weight. */
const ARM_MAJORITY = 0.5;

export function buildMeasurePlan(topology: MeasurableTopology, landmarks: BodyLandmarks): MeasurePlan {
  const joint = (name: HumanoidBone) => topology.jointNames.indexOf(name);
  const mean = lookAtMeanBody(topology, landmarks);
  const edgeSets = findEdgeSets(mean, topology.triangles);
  return {
    landmarks,
    triangles: topology.triangles,
    leftUpperArmJoint: joint('leftUpperArm'),
    rightUpperArmJoint: joint('rightUpperArm'),
    leftLowerArmJoint: joint('leftLowerArm'),
    leftLowerLegJoint: joint('leftLowerLeg'),
    leftFootJoint: joint('leftFoot'),
    neckJoint: joint('neck'),
    headJoint: joint('head'),
    ...findVertexSets(mean),
    ...edgeSets,
    edgeCapacity: Object.values(edgeSets).reduce((most, set) => Math.max(most, set.length / 2), 0),
  };
}

/** The mean body: coordinates of its vertices, which part of the body they are on, and its main lengths. */
interface MeanBody {
  readonly vertices: readonly number[];
  readonly landmarks: BodyLandmarks;
  readonly x: (vertex: number) => number;
  readonly y: (vertex: number) => number;
  readonly z: (vertex: number) => number;
  readonly floor: number;
  readonly top: number;
  readonly stature: number;
  /** Distance from a landmark that a cut may have on other bodies, metres. */
  readonly reach: number;
  /** Summed skin weights of the bones of each arm, one per vertex. */
  readonly leftArm: Float64Array;
  readonly rightArm: Float64Array;
  readonly isTrunk: (vertex: number) => boolean;
  readonly isHead: (vertex: number) => boolean;
  readonly isLeftArm: (vertex: number) => boolean;
  readonly isLeftLeg: (vertex: number) => boolean;
}

function lookAtMeanBody(topology: MeasurableTopology, landmarks: BodyLandmarks): MeanBody {
  const { meanPositions: p } = topology;
  const vertices = Array.from({ length: p.length / 3 }, (_, vertex) => vertex);
  const y = (vertex: number) => p[vertex * 3 + 1];
  const top = vertices.reduce((high, vertex) => Math.max(high, y(vertex)), Number.NEGATIVE_INFINITY);
  const floor = vertices.reduce((low, vertex) => Math.min(low, y(vertex)), Number.POSITIVE_INFINITY);
  const weightOf = (pattern: RegExp) => sumWeights(topology, (name) => pattern.test(name));
  const leftArm = weightOf(/^left.*(UpperArm|LowerArm|Hand|Thumb|Index|Middle|Ring|Little)/);
  const rightArm = weightOf(/^right.*(UpperArm|LowerArm|Hand|Thumb|Index|Middle|Ring|Little)/);
  const leftLeg = weightOf(/^left.*(UpperLeg|LowerLeg|Foot|Toes)/);
  const rightLeg = weightOf(/^right.*(UpperLeg|LowerLeg|Foot|Toes)/);
  const head = weightOf(/^(head|jaw|.*Eye)$/);
  return {
    vertices,
    landmarks,
    x: (vertex) => p[vertex * 3],
    y,
    z: (vertex) => p[vertex * 3 + 2],
    floor,
    top,
    stature: top - floor,
    reach: REACH * (top - floor),
    leftArm,
    rightArm,
    isTrunk: (vertex) => leftArm[vertex] + rightArm[vertex] < ARM_MAJORITY && head[vertex] < 0.5,
    isHead: (vertex) => head[vertex] > 0.5,
    isLeftArm: (vertex) => leftArm[vertex] >= ARM_MAJORITY,
    // By skin weights, not by position: heavy thighs reach across the middle.
    isLeftLeg: (vertex) => leftLeg[vertex] > 0 && leftLeg[vertex] >= rightLeg[vertex],
  };
}

function findVertexSets(mean: MeanBody) {
  const { x, y, z, landmarks, floor, top, stature, reach, leftArm, rightArm } = mean;
  const pick = (test: (vertex: number) => boolean) => Uint32Array.from(mean.vertices.filter(test));
  const navelY = y(landmarks.navel);
  const crotchY = landmarks.perineum.reduce((low, v) => Math.min(low, y(v)), Number.POSITIVE_INFINITY);
  const armX = x(landmarks.acromia[0]);
  const wristX = x(landmarks.stylia[0]);
  const isDeltoid = (v: number, outwards: number) =>
    outwards > armX - 0.02 * stature && outwards < armX + 0.3 * (wristX - armX) && y(v) > navelY;
  const loweredVertices = pick((v) => leftArm[v] + rightArm[v] > 0 && y(v) > navelY);
  return {
    loweredVertices,
    leftArmShares: Float64Array.from(loweredVertices, (v) => leftArm[v]),
    rightArmShares: Float64Array.from(loweredVertices, (v) => rightArm[v]),
    deltoidVertices: pick((v) => isDeltoid(v, x(v))),
    deltoidMirrors: pick((v) => isDeltoid(v, -x(v))),
    soleVertices: pick((v) => y(v) < floor + 0.012 * stature),
    crownVertices: pick((v) => y(v) > top - 0.015 * stature),
    buttockVertices: pick(
      (v) => z(v) < z(landmarks.glutealFolds[0]) && y(v) > crotchY - 0.3 * reach && y(v) < navelY - 0.3 * reach,
    ),
    crotchVertices: Uint32Array.from(landmarks.perineum),
    leftFootVertices: pick((v) => mean.isLeftLeg(v) && y(v) < floor + 0.06 * stature),
  };
}

function findEdgeSets(mean: MeanBody, triangles: ArrayLike<number>) {
  const { x, y, landmarks, floor, stature, reach, isLeftArm, isLeftLeg } = mean;
  const edges = findEdges(triangles);
  const pick = (test: (vertex: number) => boolean) => {
    const inside = Uint8Array.from(mean.vertices, (vertex) => (test(vertex) ? 1 : 0));
    const kept: number[] = [];
    for (let at = 0; at < edges.length; at += 2) {
      if (inside[edges[at]] && inside[edges[at + 1]]) kept.push(edges[at], edges[at + 1]);
    }
    return Uint32Array.from(kept);
  };
  const isNear = (vertex: number, level: number, distance = reach) => Math.abs(y(vertex) - level) < distance;
  const trunkAround = (level: number) => pick((v) => mean.isTrunk(v) && isNear(v, level));
  const isTrunkOrHead = (v: number) => mean.leftArm[v] + mean.rightArm[v] < ARM_MAJORITY;
  const navelY = y(landmarks.navel);
  const kneeY = y(landmarks.kneecaps[0]);
  const crotchY = landmarks.perineum.reduce((low, v) => Math.min(low, y(v)), Number.POSITIVE_INFINITY);
  const armX = x(landmarks.acromia[0]);
  const wristX = x(landmarks.stylia[0]);
  return {
    chestEdges: trunkAround(y(landmarks.nipples[0])),
    underBustEdges: trunkAround(y(landmarks.underBusts[0])),
    waistEdges: trunkAround(navelY),
    hipEdges: trunkAround((crotchY + navelY) / 2),
    neckEdges: pick(
      (v) => isTrunkOrHead(v) && isNear(v, y(landmarks.infrathyroid), 0.6 * reach) && Math.abs(x(v)) < 0.06 * stature,
    ),
    headEdges: pick((v) => mean.isHead(v) && isNear(v, y(landmarks.glabella), 0.25 * reach)),
    leftThighEdges: pick((v) => isLeftLeg(v) && isNear(v, y(landmarks.glutealFolds[0]))),
    leftKneeEdges: pick((v) => isLeftLeg(v) && isNear(v, y(landmarks.kneecapTops[0]))),
    leftAnkleEdges: pick((v) => isLeftLeg(v) && y(v) > floor + 0.02 * stature && y(v) < floor + 0.16 * stature),
    leftCalfEdges: pick((v) => isLeftLeg(v) && y(v) < kneeY && y(v) > floor + 0.1 * stature),
    leftUpperArmEdges: pick((v) => isLeftArm(v) && x(v) < armX + 0.6 * (wristX - armX)),
    leftForearmEdges: pick(
      (v) => isLeftArm(v) && x(v) > armX + 0.3 * (wristX - armX) && x(v) < wristX + 0.03 * stature,
    ),
  };
}

/** Summed skin weight of the chosen joints, one per vertex. */
function sumWeights(topology: MeasurableTopology, belongs: (name: HumanoidBone) => boolean): Float64Array {
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
