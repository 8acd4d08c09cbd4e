import { type Decoded, decodeJson, type HumanoidBone, humanoidBones, tableOf } from '@leib/core';
import * as v from 'valibot';

/**
 * A user's own list of markers, `leib-markers/1`: the bone that carries each label, or null for a marker that is not on the body.
 * Labels that it does not list are read as usual.
 */
const markerMapSchema = v.strictObject({
  format: v.literal('leib-markers/1'),
  markers: tableOf(
    v.string(),
    v.nullable(
      v.strictObject({
        bone: v.picklist(humanoidBones),
        /** From the bone's joint, in the T-pose facing +Z (x to the person's left, y up, z forward), metres. */
        at: v.optional(v.pipe(v.array(v.pipe(v.number(), v.minValue(-1), v.maxValue(1))), v.length(3))),
      }),
    ),
  ),
});

export interface MarkerMapEntry {
  readonly bone: HumanoidBone;
  readonly at?: readonly number[] | undefined;
}

export interface MarkerMap {
  readonly format: 'leib-markers/1';
  readonly markers: Readonly<Record<string, MarkerMapEntry | null>>;
}

export function parseMarkerMap(text: string): Decoded<MarkerMap> {
  return decodeJson(text, markerMapSchema);
}
