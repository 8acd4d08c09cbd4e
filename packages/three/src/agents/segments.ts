import type { HumanoidBone } from '@leib/core';
import type { AgentBones } from './agentBones.js';

/**
 * How the mesh is cut: each bone turns what lies in a box of rest coordinates, beyond its joint along one axis. A vertex is
 * compared with the sides of the boxes; no vertex knows its bones. One value per bone, in the order of AgentBones.
 */
export interface AgentSegments {
  /** Corners of the boxes, metres; sides that do not matter are FAR away. count x 3. */
  readonly low: Float64Array;
  readonly high: Float64Array;
  /** Which side is the border at the joint: 1, 2, 3 for the low side of x, y, z, negative for the high side, 0 for no segment. */
  readonly borders: Int8Array;
  /** Width of the ramp at that border, and of the ramps at the other sides. */
  readonly softness: Float64Array;
  readonly sideSoftness: Float64Array;
}

const FAR = 1000;
/** Half-width that keeps the halves of the body apart without a hard edge between the thighs. */
const MIDDLE_SOFTNESS = 0.01;
/** Ramp at a joint, as a share of the shorter one of the two bones that meet there. */
const BORDER_SHARE = 0.35;

interface Box {
  /** Low x, y, z, then high x, y, z. */
  readonly sides: [number, number, number, number, number, number];
  readonly border: number;
  readonly softness: number;
  readonly sideSoftness: number;
}

type Point = readonly [x: number, y: number, z: number];
type Rest = (bone: HumanoidBone) => Point | null;

/** Cuts a body by its joint positions alone. Eyes and jaw have no segment: a box cannot tell them from the face around them. */
export function buildAgentSegments(bones: AgentBones, restOfBone: Rest): AgentSegments {
  const { count, names, parents, restPositions } = bones;
  const low = new Float64Array(count * 3);
  const high = new Float64Array(count * 3);
  const borders = new Int8Array(count);
  const softness = new Float64Array(count).fill(1);
  const sideSoftness = new Float64Array(count).fill(1);
  for (let bone = 0; bone < count; bone++) {
    const at = [...restPositions.subarray(bone * 3, bone * 3 + 3)] as unknown as Point;
    const box = boxOf(names[bone], at, restOfBone, rampAt(bones, bone));
    if (box === null || parents[bone] < 0) continue;
    low.set(box.sides.slice(0, 3), bone * 3);
    high.set(box.sides.slice(3), bone * 3);
    borders[bone] = box.border;
    softness[bone] = box.softness;
    sideSoftness[bone] = box.sideSoftness;
  }
  return { low, high, borders, softness, sideSoftness };
}

/** Width of the ramp at a joint: a share of the shorter one of the bones above and below it. */
function rampAt({ parents, restPositions, count }: AgentBones, bone: number): number {
  const length = (a: number, b: number) =>
    Math.hypot(...[0, 1, 2].map((k) => restPositions[a * 3 + k] - restPositions[b * 3 + k]));
  let shortest = parents[bone] < 0 ? 1 : length(bone, parents[bone]);
  for (let child = bone + 1; child < count; child++) {
    if (parents[child] === bone) shortest = Math.min(shortest, length(child, bone));
  }
  return Math.max(0.004, BORDER_SHARE * shortest);
}

function boxOf(name: HumanoidBone, at: Point, rest: Rest, ramp: number): Box | null {
  const side = name.startsWith('left') ? 1 : name.startsWith('right') ? -1 : 0;
  if (side !== 0) return limbBox(name, at, rest, ramp, side);
  if (/Eye|jaw/.test(name)) return null;
  const shoulder = rest('leftUpperArm');
  // A neck begins below the top of the shoulders: what lies outside of it is theirs.
  const isAmongShoulders = shoulder !== null && /neck|head/.test(name) && at[1] < shoulder[1] + 0.12;
  const reach = isAmongShoulders ? Math.abs(shoulder[0]) * 0.75 : FAR;
  const neck = name === 'head' ? rest('neck') : null;
  // The chin hangs below the joint of the head and turns with it: the border lies low on the neck.
  const height = neck ? neck[1] + 0.15 * (at[1] - neck[1]) : at[1];
  const softness = neck ? Math.max(0.01, 0.3 * (at[1] - neck[1])) : ramp;
  const sides: Box['sides'] = [-reach, height, -FAR, reach, FAR, FAR];
  return { sides, border: 2, softness, sideSoftness: 0.04 };
}

function limbBox(name: HumanoidBone, at: Point, rest: Rest, ramp: number, side: 1 | -1): Box | null {
  if (/Eye/.test(name)) return null;
  if (/Leg|Foot|Toes/.test(name)) return legBox(name, at, rest, ramp, side);
  if (/Thumb|Index|Middle|Ring|Little/.test(name)) return fingerBox(name, at, rest, ramp, side);
  const left = side > 0;
  const upperArm = rest(left ? 'leftUpperArm' : 'rightUpperArm') ?? at;
  const lowerArm = rest(left ? 'leftLowerArm' : 'rightLowerArm') ?? at;
  // From the middle of the body outwards; below the armpit is the trunk.
  const armpit = upperArm[1] - 0.34 * Math.abs(lowerArm[0] - upperArm[0]);
  if (/Shoulder/.test(name)) {
    const width = Math.max(0.02, Math.abs(upperArm[0] - at[0]));
    const [neck, head] = [rest('neck'), rest('head')];
    const neckTop = neck && head ? neck[1] + 0.2 * (head[1] - neck[1]) : FAR;
    const middle = at[0] + (side * width) / 2;
    return outwards(side, middle, [armpit, neckTop], [-FAR, FAR], { softness: width, sideSoftness: 0.06 });
  }
  const isUpper = /UpperArm/.test(name);
  return outwards(side, at[0], [isUpper ? armpit : -FAR, FAR], [-FAR, FAR], { softness: ramp, sideSoftness: 0.08 });
}

/** A box that begins at an x and goes outwards on one side of the body. */
function outwards(
  side: 1 | -1,
  x: number,
  [lowY, highY]: readonly [number, number],
  [lowZ, highZ]: readonly [number, number],
  soft: { readonly softness: number; readonly sideSoftness: number },
): Box {
  return side > 0
    ? { sides: [x, lowY, lowZ, FAR, highY, highZ], border: 1, ...soft }
    : { sides: [-FAR, lowY, lowZ, x, highY, highZ], border: -1, ...soft };
}

function legBox(name: HumanoidBone, at: Point, rest: Rest, ramp: number, side: 1 | -1): Box {
  const half: readonly [number, number] = side > 0 ? [0, FAR] : [-FAR, 0];
  const soft = { softness: ramp, sideSoftness: MIDDLE_SOFTNESS };
  if (!/Toes/.test(name)) return { sides: [half[0], -FAR, -FAR, half[1], at[1], FAR], border: -2, ...soft };
  const ankle = rest(side > 0 ? 'leftFoot' : 'rightFoot') ?? at;
  return { sides: [half[0], -FAR, at[2], half[1], ankle[1], FAR], border: 3, ...soft };
}

/** Fingers lie side by side along z: each has the room up to the middle between it and its neighbours. */
function fingerBox(name: HumanoidBone, at: Point, rest: Rest, ramp: number, side: 1 | -1): Box | null {
  const prefix = side > 0 ? 'left' : 'right';
  const order = ['Little', 'Ring', 'Middle', 'Index', 'Thumb'] as const;
  const own = order.findIndex((finger) => name.includes(finger));
  const part = name.slice(prefix.length + order[own].length);
  const soft = { softness: ramp, sideSoftness: 0.004 };
  const between = (neighbour: number): number | null => {
    const finger = order[neighbour];
    const place = finger ? rest(`${prefix}${finger}${part}` as HumanoidBone) : null;
    return place && (at[2] + place[2]) / 2;
  };
  if (order[own] === 'Thumb') {
    // The thumb leaves the hand forwards: its border goes along z, and it ends where the index finger's side begins.
    const index = rest(`${prefix}IndexProximal`);
    const hand = rest(`${prefix}Hand`);
    const sideOfHand = index && hand ? Math.max(at[2], index[2] + 0.35 * Math.abs(index[2] - hand[2])) : at[2];
    const endX = index ? index[0] + side * 0.02 : side * FAR;
    const xs = side > 0 ? [hand?.[0] ?? -FAR, endX] : [endX, hand?.[0] ?? FAR];
    return { sides: [xs[0], -FAR, sideOfHand, xs[1], FAR, FAR], border: 3, ...soft };
  }
  const lowZ = own === 0 ? -FAR : (between(own - 1) ?? -FAR);
  const highZ = order[own] === 'Index' ? FAR : (between(own + 1) ?? FAR);
  return outwards(side, at[0], [-FAR, FAR], [lowZ, highZ], soft);
}

const ramp01 = (value: number) => Math.max(0, Math.min(1, value));

/** How far a bone turns a vertex, 0..1: a ramp at each side of its box. The shader has the same lines. */
export function segmentWeight(segments: AgentSegments, bone: number, x: number, y: number, z: number): number {
  const { low, high, borders, softness, sideSoftness } = segments;
  const border = borders[bone];
  if (border === 0) return 0;
  let weight = 1;
  const point = [x, y, z];
  for (let k = 0; k < 3; k++) {
    const lowSoft = border === k + 1 ? softness[bone] : sideSoftness[bone];
    const highSoft = border === -(k + 1) ? softness[bone] : sideSoftness[bone];
    weight *= ramp01(0.5 + (point[k] - low[bone * 3 + k]) / lowSoft);
    weight *= ramp01(0.5 + (high[bone * 3 + k] - point[k]) / highSoft);
  }
  return weight;
}
