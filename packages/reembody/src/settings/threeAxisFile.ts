import { decodeValue, isRecord, requireDecoded, tableOf } from '@leib/core';
import * as v from 'valibot';
import type { RemoteBodySettings } from './remoteBodySettings.js';
import { boneSchema, numberFrom } from './schemas.js';
import { type ThreeAxisTemplate, toThreeAxisTemplate } from './templates.js';

const FORMAT = 'leib-three-axis/1';

const positive = numberFrom(0, Number.POSITIVE_INFINITY);
const angle = numberFrom(-Math.PI, Math.PI);
const driveEntries = { kp: v.nullable(positive), kd: v.nullable(positive), maxTorque: positive };
const templateSchema = v.object({
  format: v.literal(FORMAT),
  joints: tableOf(
    boneSchema,
    v.strictObject({
      x: v.pipe(
        v.strictObject({ low: angle, high: angle, ...driveEntries }),
        v.check(
          ({ low, high }) => low <= high,
          ({ input: { low, high } }) => `expected low up to high, got low ${low}, high ${high}`,
        ),
      ),
      yLimit: numberFrom(0, Math.PI),
      zLimit: numberFrom(0, Math.PI),
      yz: v.strictObject(driveEntries),
    }),
  ),
});

/** The joints of a body as JSON, one joint with three axes each, radians: for engines that have such joints. */
export function threeAxisTemplateText(settings: RemoteBodySettings): string {
  return `${JSON.stringify({ format: FORMAT, name: settings.name, joints: toThreeAxisTemplate(settings) }, null, 2)}\n`;
}

/** Whether a file claims to be such a template, of any version; it may still be refused. */
export function isThreeAxisTemplate(given: unknown): boolean {
  return isRecord(given) && typeof given.format === 'string' && given.format.startsWith('leib-three-axis/');
}

/** Throws an InputError with the place. */
export function parseThreeAxisTemplate(given: unknown): ThreeAxisTemplate {
  return requireDecoded(decodeValue(given, templateSchema), 'template').joints;
}
