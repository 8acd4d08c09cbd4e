import {
  accept,
  type Decoded,
  decodeJson,
  type HumanoidBone,
  humanoidBones,
  refuse,
  smplJointNames,
  tableOf,
} from '@leib/core';
import * as v from 'valibot';
import { type BodyOffsets, boneOfBody, boneOfJoint, type JointOffset, type MocapOffsets } from './offsets.js';

/** Rotations in a file may be rounded; one that is farther from unit length than this is a mistake. */
const UNIT_TOLERANCE = 0.05;

/** Two joints of a body that are nearer than this are one point: a bone between them has no length. Metres. */
const LEAST_DISTANCE = 0.005;

/** A joint farther from its rigid body than this is in another unit. Metres. */
const FARTHEST_JOINT = 2;

/** Standard deviations beyond these are in another unit, or none that a sum of squares can be made of. Metres, radians. */
const noiseRanges = {
  position: { least: 1e-5, most: 0.5, unit: 'metres' },
  rotation: { least: 1e-4, most: Math.PI, unit: 'radians' },
} as const;

const number = v.pipe(v.number(), v.finite());
const bodySchema = v.strictObject({
  restRotation: v.strictTuple([number, number, number, number]),
  joints: tableOf(v.string(), v.strictTuple([number, number, number])),
  bone: v.optional(v.string()),
  noise: v.optional(v.strictObject({ position: number, rotation: number })),
});
const schema = v.strictObject({
  format: v.literal('leib-offsets/1'),
  bodies: tableOf(v.string(), bodySchema),
});
type BodyJson = v.InferOutput<typeof bodySchema>;

/** Bones that carry the trunk: without a body on one of them there is nothing to begin with. */
const trunkBones: ReadonlySet<HumanoidBone> = new Set(['hips', 'spine', 'chest', 'upperChest']);

/** Reads a file of offsets (leib-offsets/1), or says in one sentence where it is wrong. */
export function parseOffsets(text: string): Decoded<MocapOffsets> {
  const decoded = decodeJson(text, schema);
  if (!decoded.ok) return decoded;
  const bodies: BodyOffsets[] = [];
  for (const [name, json] of Object.entries(decoded.value.bodies)) {
    const body = readBody(name, json);
    if (!body.ok) return body;
    bodies.push(body.value);
  }
  if (!bodies.some(({ bone }) => trunkBones.has(bone))) {
    return refuse('bodies', 'expected "back", got no body on the trunk; add "back" with its shoulders and hips');
  }
  return accept({ bodies });
}

function readBody(name: string, json: BodyJson): Decoded<BodyOffsets> {
  const place = `bodies.${name}`;
  const bone = json.bone === undefined ? boneOfBody(name) : (humanoidBones.find((one) => one === json.bone) ?? null);
  if (bone === null) {
    return json.bone === undefined
      ? refuse(place, `expected a body whose place is known, got "${name}"; add "bone": "leftUpperArm" or another bone`)
      : refuse(`${place}.bone`, `expected a humanoid bone such as "leftUpperArm", got "${json.bone}"`);
  }
  const length = Math.hypot(...json.restRotation);
  if (Math.abs(length - 1) > UNIT_TOLERANCE) {
    return refuse(`${place}.restRotation`, `expected a quaternion x, y, z, w of length 1, got length ${short(length)}`);
  }
  const [x, y, z, w] = json.restRotation;
  const joints = readJoints(place, bone, json);
  if (!joints.ok) return joints;
  const { noise } = json;
  for (const key of ['position', 'rotation'] as const) {
    const { least, most, unit } = noiseRanges[key];
    const given = noise?.[key] ?? least;
    if (given >= least && given <= most) continue;
    return refuse(`${place}.noise.${key}`, `expected ${unit} from ${least} to ${short(most)}, got ${short(given)}`);
  }
  const restRotation = [x / length, y / length, z / length, w / length] as const;
  return accept({ name, bone, restRotation, joints: joints.value, ...(noise && { noise }) });
}

function readJoints(place: string, bone: HumanoidBone, json: BodyJson): Decoded<JointOffset[]> {
  const joints: JointOffset[] = [];
  for (const [key, positionLocal] of Object.entries(json.joints)) {
    const where = `${place}.joints.${key}`;
    const joint = smplJointNames.find((one) => one === key);
    if (joint === undefined) return refuse(where, `expected one of ${smplJointNames.join(', ')}, got "${key}"`);
    const otherSide = bone.startsWith('left') ? 'right' : bone.startsWith('right') ? 'left' : null;
    if (otherSide !== null && joint.startsWith(otherSide)) {
      return refuse(where, `expected a joint of the same side as ${bone}, got "${key}"; are two bodies swapped?`);
    }
    const distance = Math.hypot(...positionLocal);
    if (distance > FARTHEST_JOINT) {
      return refuse(where, `expected metres, at most ${FARTHEST_JOINT} from the body, got ${short(distance)}`);
    }
    joints.push({ joint, bone: boneOfJoint(joint), positionLocal });
  }
  for (let a = 0; a < joints.length; a++) {
    for (let b = a + 1; b < joints.length; b++) {
      const distance = Math.hypot(...joints[a].positionLocal.map((value, i) => value - joints[b].positionLocal[i]));
      if (distance >= LEAST_DISTANCE) continue;
      const pair = `${joints[a].joint} and ${joints[b].joint}`;
      return refuse(`${place}.joints`, `expected ${pair} apart, got ${short(distance)} m between them; measure again`);
    }
  }
  return accept(joints);
}

function short(value: number): string {
  return String(Number(value.toPrecision(3)));
}

/** The file of offsets, one body a line. */
export function offsetsText({ bodies }: MocapOffsets): string {
  const rows = bodies.map(({ name, bone, restRotation, joints, noise }) => {
    const json: BodyJson = {
      restRotation: [...restRotation],
      joints: Object.fromEntries(joints.map(({ joint, positionLocal }) => [joint, [...positionLocal]])),
      ...(boneOfBody(name) === bone ? {} : { bone }),
      ...(noise && { noise }),
    };
    return `    ${JSON.stringify(name)}: ${JSON.stringify(json)}`;
  });
  return `{\n  "format": "leib-offsets/1",\n  "bodies": {\n${rows.join(',\n')}\n  }\n}\n`;
}
