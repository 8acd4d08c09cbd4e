import { type Decoded, decodeJson } from '@leib/core';
import { type MeshUnit, meshUnits } from '@leib/formats';
import * as v from 'valibot';
import { type RigPoint, type RigPoints, rigBones } from './rigPoints.js';

/** Joint points of one mesh file, as `leib-rig-points/1`. */
export interface RigPointsFile {
  /** Unit of mesh and points; guessed from the mesh's size where absent. */
  readonly unit: MeshUnit | null;
  /** Points of one side stand for the other side's, too, where that has none. */
  readonly isMirrored: boolean;
  /** In the mesh file's own axes and unit. */
  readonly points: RigPoints;
}

export const RIG_POINTS_FORMAT = 'leib-rig-points/1';

const pointSchema = v.tuple([
  v.pipe(v.number(), v.finite()),
  v.pipe(v.number(), v.finite()),
  v.pipe(v.number(), v.finite()),
]);

const fileSchema = v.strictObject({
  format: v.literal(RIG_POINTS_FORMAT),
  unit: v.optional(v.picklist(Object.keys(meshUnits) as MeshUnit[])),
  mirror: v.optional(v.boolean()),
  points: v.strictObject(Object.fromEntries(rigBones.map((bone) => [bone, v.optional(pointSchema)]))),
});

/** Reads `{"format": "leib-rig-points/1", "points": {"hips": [x, y, z], "leftUpperArm": ...}}`. */
export function parseRigPoints(text: string): Decoded<RigPointsFile> {
  const decoded = decodeJson(text, fileSchema);
  if (!decoded.ok) return decoded;
  const { unit = null, mirror = false, points } = decoded.value;
  return { ok: true, value: { unit, isMirrored: mirror, points: points as RigPoints } };
}

/** Joint points as a file, rounded to `decimals`. */
export function rigPointsText({ unit, isMirrored, points }: RigPointsFile, decimals = 5): string {
  const rounded = Object.entries(points as Readonly<Record<string, RigPoint>>).map(
    ([bone, point]) =>
      `    ${JSON.stringify(bone)}: [${point.map((value) => Number(value.toFixed(decimals))).join(', ')}]`,
  );
  const head = [
    `  "format": "${RIG_POINTS_FORMAT}"`,
    ...(unit === null ? [] : [`  "unit": "${unit}"`]),
    ...(isMirrored ? ['  "mirror": true'] : []),
  ];
  return `{\n${head.join(',\n')},\n  "points": {\n${rounded.join(',\n')}\n  }\n}\n`;
}
