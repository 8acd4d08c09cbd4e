import {
  buildSkeleton,
  createPose,
  createQuat,
  createVec3,
  type HumanoidBone,
  jointOfBone,
  type Motion,
  multiplyFlat,
  multiplyInverseFlat,
  type Quat,
  quat,
  type RawJoint,
  rotationBetween,
  type Skeleton,
  updateWorldPose,
  vec3,
} from '@leib/core';
import { randomQuat, seededRandom } from '@leib/core/testing';
import { person } from '../fixtures.testing.js';
import { axisVector, type UpAxis } from '../upAxis.js';

/** Tests only: a person who moves like one, and the same movement as other programs would have stored it. */

export type Doing = 'walk' | 'stand' | 'lie' | 'crawl' | 'sit' | 'cartwheel';

/** Turns of one joint, radians about X, Y and Z of the T-pose. */
type Turns = Partial<Record<HumanoidBone, readonly [number, number, number]>>;

/** A movement of fixtures' person: legs and arms swing, knees and elbows bend as hinges, forearms roll a little. */
export function movingPerson(seed: number, doing: Doing = 'walk', frameCount = 45): Motion {
  const random = seededRandom(seed);
  const hz = 30;
  const [pace, swing, heading, roll] = [5 + 2 * random(), 0.3 + 0.3 * random(), 6 * random(), 0.3 * random()];
  const start = [2 * random() - 1, 2 * random() - 1];
  const rootPositions = new Float64Array(frameCount * 3);
  const localRotations = new Float64Array(frameCount * person.jointCount * 4);
  const pose = createPose(person);
  for (let frame = 0; frame < frameCount; frame++) {
    const t = frame / hz;
    const turns = turnsOf(doing, pace * t, swing, roll);
    for (let w = 0; w < pose.localRotations.length; w++) pose.localRotations[w] = w % 4 === 3 ? 1 : 0;
    for (const [bone, [x, y, z]] of Object.entries(turns) as [HumanoidBone, [number, number, number]][]) {
      pose.localRotations.set(turned(x, y, z), jointOfBone(person, bone) * 4);
    }
    const head = quat.setAxisAngle(createQuat(), [0, 1, 0], heading + 0.1 * Math.sin(t));
    const lean = { lie: -Math.PI / 2, crawl: 1.2, cartwheel: 0, walk: 0.03, stand: 0, sit: -0.1 }[doing];
    const over = quat.setAxisAngle(createQuat(), [1, 0, 0], lean);
    const rolled = quat.setAxisAngle(createQuat(), [0, 0, 1], doing === 'cartwheel' ? cartwheelAngle(t) : 0);
    quat.multiply(head, head, quat.multiply(over, over, rolled));
    pose.localRotations.set(quat.multiply(createQuat(), head, pose.localRotations.subarray(0, 4)), 0);
    const speed = doing === 'walk' || doing === 'crawl' ? 1.2 : 0;
    pose.rootPosition.set([start[0] + speed * t * Math.sin(heading), 0, start[1] + speed * t * Math.cos(heading)]);
    updateWorldPose(person, pose);
    const lowest = Math.min(...pose.worldPositions.filter((_, i) => i % 3 === 1));
    pose.rootPosition[1] = 0.02 - lowest;
    rootPositions.set(pose.rootPosition, frame * 3);
    localRotations.set(pose.localRotations, frame * person.jointCount * 4);
  }
  return { name: `${doing} ${seed}`, skeleton: person, hz, frameCount, rootPositions, localRotations };
}

/** A cartwheel takes a third of the clip; before and after it the person stands. */
function cartwheelAngle(t: number): number {
  return 2 * Math.PI * Math.min(1, Math.max(0, (t - 0.6) / 0.7));
}

function turned(x: number, y: number, z: number): Quat {
  const about = (axis: readonly [number, number, number], angle: number) =>
    quat.setAxisAngle(createQuat(), axis as unknown as [number, number, number], angle);
  const turn = about([0, 0, 1], z);
  quat.multiply(turn, turn, about([0, 1, 0], y));
  return quat.multiply(turn, turn, about([1, 0, 0], x));
}

function turnsOf(doing: Doing, phase: number, swing: number, roll: number): Turns {
  const s = Math.sin(phase);
  const moving = doing === 'walk' || doing === 'crawl' ? swing : 0.08;
  const hip = { walk: 0, stand: 0, lie: 0, crawl: -1.6, sit: -1.4, cartwheel: 0 }[doing];
  const knee = { walk: 0.35, stand: 0.05, lie: 0.1, crawl: 1.5, sit: 1.5, cartwheel: 0.2 }[doing];
  const arms = doing === 'crawl' ? -1.5 : doing === 'cartwheel' ? 1.2 : -1.3;
  const turns: Record<string, readonly [number, number, number]> = {
    hips: [0, 0.08 * s, 0.03 * s],
    spine: [0.05, -0.05 * s, 0],
    chest: [0.03, -0.05 * s, 0.02 * s],
    neck: [0.05, 0.1 * Math.sin(0.3 * phase), 0],
    head: [-0.05, 0.15 * Math.sin(0.3 * phase), 0],
  };
  for (const [side, sign] of [
    ['left', 1],
    ['right', -1],
  ] as const) {
    const step = moving * s * sign;
    const bend = knee + moving * Math.max(0, Math.sin(phase + 1 + (sign < 0 ? Math.PI : 0)));
    turns[`${side}UpperLeg`] = [hip + step - 0.3 * bend, 0, 0.02 * sign];
    turns[`${side}LowerLeg`] = [bend, 0, 0];
    // The sole stays level as far as hip and knee turn it.
    turns[`${side}Foot`] = doing === 'walk' || doing === 'stand' ? [-(step + 0.7 * bend), 0, 0] : [0, 0, 0];
    turns[`${side}Shoulder`] = [0, 0, 0.04 * sign * s];
    // Ahead and back about the vertical of the T-pose, then lowered.
    turns[`${side}UpperArm`] = [0.5 * roll * sign * s, -sign * (0.1 + step), sign * arms];
    turns[`${side}LowerArm`] = [roll * Math.sin(0.7 * phase), -sign * (0.5 + 0.3 * s * sign), 0];
    turns[`${side}Hand`] = [0, 0, 0.1 * s];
  }
  return turns as Turns;
}

export interface OtherWay {
  /** Rest rotation of a joint against the T-pose; none: that of the T-pose. */
  readonly rest?: 'alongX' | 'random' | 'randomTurns';
  readonly up?: UpAxis;
  readonly isMirrored?: boolean;
  readonly renamed?: (name: string) => string;
  readonly seed?: number;
}

/** The same movement with other joint axes, another axis up, other names: what a file of another program holds. */
export function asOtherProgram(motion: Motion, way: OtherWay): Motion {
  const { skeleton } = motion;
  const { jointCount, parents } = skeleton;
  const random = seededRandom(way.seed ?? 1);
  const axes = new Float64Array(jointCount * 4);
  for (let joint = 0; joint < jointCount; joint++) {
    const isEnd = skeleton.names[joint].endsWith('End');
    const parent = parents[joint] * 4;
    axes.set(isEnd ? axes.slice(parent, parent + 4) : restAxes(skeleton, joint, way.rest, random), joint * 4);
  }
  const toFile = fromY(way.up ?? 'y');
  const mirror = way.isMirrored ? -1 : 1;
  const offset = createVec3();
  const joints = skeleton.names.map((name, joint): RawJoint => {
    const parent = parents[joint];
    vec3.copy(offset, restOffset(skeleton, joint));
    const back = quat.conjugate(createQuat(), axes.subarray(Math.max(0, parent) * 4, Math.max(0, parent) * 4 + 4));
    // Bones stand along the file's own up at rest, as they do in its frames, unless joints have axes of their own.
    if (way.rest === undefined) vec3.transformQuat(offset, offset, toFile);
    else vec3.transformQuat(offset, offset, back);
    const rename = way.renamed ?? ((same: string) => same);
    return {
      name: rename(name),
      parent: parent < 0 ? null : rename(skeleton.names[parent]),
      offset: [mirror * offset[0], offset[1], offset[2]],
    };
  });
  const rootPositions = new Float64Array(motion.rootPositions.length);
  const localRotations = new Float64Array(motion.localRotations.length);
  const pose = createPose(skeleton);
  const world = new Float64Array(jointCount * 4);
  for (let frame = 0; frame < motion.frameCount; frame++) {
    vec3.transformQuat(offset, motion.rootPositions.subarray(frame * 3, frame * 3 + 3) as never, toFile);
    rootPositions.set([mirror * offset[0], offset[1], offset[2]], frame * 3);
    pose.localRotations.set(motion.localRotations.subarray(frame * jointCount * 4, (frame + 1) * jointCount * 4));
    updateWorldPose(skeleton, pose);
    for (let joint = 0; joint < jointCount; joint++) {
      multiplyFlat(world, joint * 4, pose.worldRotations, joint * 4, axes, joint * 4);
      if (way.rest === undefined) conjugateBy(world, joint * 4, toFile);
      else multiplyFlat(world, joint * 4, toFile as Float64Array, 0, world.slice(joint * 4, joint * 4 + 4), 0);
    }
    for (let joint = 0; joint < jointCount; joint++) {
      const at = (frame * jointCount + joint) * 4;
      if (parents[joint] < 0) localRotations.set(world.subarray(0, 4), at);
      else multiplyInverseFlat(localRotations, at, world, parents[joint] * 4, world, joint * 4);
      localRotations[at + 1] *= mirror;
      localRotations[at + 2] *= mirror;
    }
  }
  return { ...motion, skeleton: buildSkeleton(joints), rootPositions, localRotations };
}

function restOffset({ restOffsets }: Skeleton, joint: number): [number, number, number] {
  return [restOffsets[joint * 3], restOffsets[joint * 3 + 1], restOffsets[joint * 3 + 2]];
}

/** Axes of a joint in the T-pose. */
function restAxes(skeleton: Skeleton, joint: number, rest: OtherWay['rest'], random: () => number): Quat {
  if (rest === undefined) return createQuat();
  if (rest === 'random') return randomQuat(random);
  const child = Array.from(skeleton.parents).indexOf(joint);
  if (child < 0) return createQuat();
  const along = vec3.normalize(createVec3(), restOffset(skeleton, child));
  const turn = rotationBetween(createQuat(), [1, 0, 0], along);
  const twist = quat.setAxisAngle(createQuat(), [1, 0, 0], rest === 'alongX' ? 0 : 6 * random());
  return quat.multiply(turn, turn, twist);
}

function fromY(up: UpAxis): Quat {
  return rotationBetween(createQuat(), [0, 1, 0], axisVector(up));
}

/** rotation = turn * rotation * turn^-1 */
function conjugateBy(rotations: Float64Array, at: number, turn: Quat): void {
  const rotation = quat.multiply(createQuat(), turn, rotations.subarray(at, at + 4));
  quat.multiply(rotation, rotation, quat.conjugate(createQuat(), turn));
  rotations.set(rotation, at);
}

/** The text of a file with one more joint above its root, which stays on the floor. */
export function underReference(text: string, name: string): string {
  const channels = 'CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation';
  const [hierarchy, motion] = text.split('MOTION\n');
  const [head, ...frames] = motion.trimEnd().split(/\n(?=[-\d])/);
  const root = hierarchy.replace('HIERARCHY\nROOT', `HIERARCHY\nROOT ${name}\n{\nOFFSET 0 0 0\n${channels}\nJOINT`);
  return `${root}}\nMOTION\n${head}\n${frames.map((frame) => `0 0 0 0 0 0 ${frame}`).join('\n')}\n`;
}

/** The text of a file with position channels on every joint: the OFFSET itself, or zero on top of it. */
export function withPositions(text: string, meaning: 'replace' | 'add'): string {
  const [hierarchy, motion] = text.split('MOTION\n');
  const places = [...hierarchy.matchAll(/JOINT [^{]*\{\s*OFFSET (\S+ \S+ \S+)/g)].map(([, place]) => place);
  const [head, ...frames] = motion.trimEnd().split(/\n(?=[-\d])/);
  const widened = frames.map((frame) => {
    const values = frame.trim().split(/\s+/);
    const turns = places.map((place, i) => {
      const position = meaning === 'replace' ? place : '0 0 0';
      return `${position} ${values.slice(6 + i * 3, 9 + i * 3).join(' ')}`;
    });
    return [...values.slice(0, 6), ...turns].join(' ');
  });
  const channels = hierarchy.replaceAll('CHANNELS 3', 'CHANNELS 6 Xposition Yposition Zposition');
  return `${channels}MOTION\n${head}\n${widened.join('\n')}\n`;
}
