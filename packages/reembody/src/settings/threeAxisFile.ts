import { type HumanoidBone, humanoidBones, InputError, isRecord } from '@leib/core';
import type { RemoteBodySettings } from './remoteBodySettings.js';
import { type ThreeAxisJoint, type ThreeAxisTemplate, toThreeAxisTemplate } from './templates.js';

const FORMAT = 'leib-three-axis/1';

/** The joints of a body as a template of one joint with three axes each, radians: for engines that have such. */
export function threeAxisTemplateText(settings: RemoteBodySettings): string {
  return `${JSON.stringify({ format: FORMAT, name: settings.name, joints: toThreeAxisTemplate(settings) }, null, 2)}\n`;
}

/** True where a file says that it is such a template, right or wrong. */
export function isThreeAxisTemplate(given: unknown): boolean {
  return isRecord(given) && typeof given.format === 'string' && given.format.startsWith('leib-three-axis/');
}

/** Throws InputError that says where and what. */
export function parseThreeAxisTemplate(given: unknown): ThreeAxisTemplate {
  if (!isRecord(given)) throw new InputError('template', 'expected an object.');
  if (given.format !== FORMAT) throw new InputError('template.format', `expected "${FORMAT}".`);
  if (!isRecord(given.joints)) throw new InputError('template.joints', 'expected an object.');
  const template: Partial<Record<HumanoidBone, ThreeAxisJoint>> = {};
  for (const [name, joint] of Object.entries(given.joints)) {
    const where = `template.joints.${name}`;
    const bone = humanoidBones.find((candidate) => candidate === name);
    if (bone === undefined) throw new InputError(where, 'there is no such bone.');
    template[bone] = readJoint(joint, where);
  }
  return template;
}

function readJoint(given: unknown, where: string): ThreeAxisJoint {
  const { x, yLimit, zLimit, yz } = readRecord(given, where, ['x', 'yLimit', 'zLimit', 'yz']);
  const first = readRecord(x, `${where}.x`, ['low', 'high', 'kp', 'kd', 'maxTorque']);
  const low = readNumber(first.low, `${where}.x.low`, -Math.PI, Math.PI);
  const high = readNumber(first.high, `${where}.x.high`, -Math.PI, Math.PI);
  if (low > high) throw new InputError(`${where}.x`, `low ${low} is above high ${high}.`);
  return {
    x: { low, high, ...readDrive(first, `${where}.x`) },
    yLimit: readNumber(yLimit, `${where}.yLimit`, 0, Math.PI),
    zLimit: readNumber(zLimit, `${where}.zLimit`, 0, Math.PI),
    yz: readDrive(readRecord(yz, `${where}.yz`, ['kp', 'kd', 'maxTorque']), `${where}.yz`),
  };
}

function readDrive({ kp, kd, maxTorque }: Readonly<Record<string, unknown>>, where: string): ThreeAxisJoint['yz'] {
  const gain = (value: unknown, name: string) =>
    value === null ? null : readNumber(value, `${where}.${name}`, 0, Number.MAX_VALUE);
  return {
    kp: gain(kp, 'kp'),
    kd: gain(kd, 'kd'),
    maxTorque: readNumber(maxTorque, `${where}.maxTorque`, 0, Number.MAX_VALUE),
  };
}

function readRecord(given: unknown, where: string, keys: readonly string[]): Readonly<Record<string, unknown>> {
  if (!isRecord(given)) throw new InputError(where, `expected an object with ${keys.join(', ')}.`);
  for (const key of Object.keys(given)) {
    if (!keys.includes(key)) throw new InputError(`${where}.${key}`, 'there is no such setting.');
  }
  return given;
}

function readNumber(given: unknown, where: string, low: number, high: number): number {
  if (typeof given !== 'number' || !(given >= low && given <= high)) {
    const range = high === Number.MAX_VALUE ? `of at least ${low}` : `from ${low.toFixed(2)} to ${high.toFixed(2)}`;
    throw new InputError(where, `expected a number ${range}, not ${JSON.stringify(given)}.`);
  }
  return given;
}
