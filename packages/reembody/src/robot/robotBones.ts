import { decodeJson, type HumanoidBone, humanoidBones, InputError, tableOf } from '@leib/core';
import * as v from 'valibot';

/** Bones of joints by name; null: the joint follows none. Joints that are not in it follow what is guessed. */
export type RobotBones = Readonly<Record<string, HumanoidBone | null>>;

/** Bones that a robot's hinges can be for: it has neither fingers nor a face that follow. */
export const robotBoneChoices: readonly HumanoidBone[] = humanoidBones.filter((bone) =>
  /^(spine|neck|head|(left|right)(Shoulder|UpperArm|LowerArm|Hand|UpperLeg|LowerLeg|Foot))$/.test(bone),
);

const FORMAT = 'leib-robot-bones/1';
const schema = v.object({
  format: v.literal(FORMAT),
  bones: tableOf(v.string(), v.nullable(v.picklist(robotBoneChoices))),
});

/** Reads the choices of bones that robotBonesText() wrote. Throws InputError. */
export function parseRobotBones(text: string): RobotBones {
  const decoded = decodeJson(text, schema);
  if (!decoded.ok) throw new InputError(decoded.path, decoded.reason);
  return decoded.value.bones;
}

export function robotBonesText(bones: RobotBones): string {
  return `${JSON.stringify({ format: FORMAT, bones }, null, 2)}\n`;
}
