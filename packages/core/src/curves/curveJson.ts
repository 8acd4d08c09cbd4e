import * as v from 'valibot';
import { decodeValue, requireDecoded } from '../check/decodeJson.js';
import { buildCurve, type Curve, curveKeys, keyTangents } from './curve.js';

/** A curve as JSON: its keys. A tangent that is left out is `auto`; "step" stands for an infinite one. */
export interface CurveJson {
  readonly keys: readonly CurveKeyJson[];
}

export interface CurveKeyJson {
  readonly time: number;
  readonly value: number;
  readonly inTangent?: number | 'step';
  readonly outTangent?: number | 'step';
}

export function curveToJson(curve: Curve): { keys: CurveKeyJson[] } {
  const tangent = (slope: number) => (Number.isFinite(slope) ? slope : 'step');
  return {
    keys: curveKeys(curve).map(({ time, value, inTangent, outTangent }) => ({
      time,
      value,
      inTangent: tangent(inTangent),
      outTangent: tangent(outTangent),
    })),
  };
}

const finiteNumber = v.pipe(v.number(), v.finite());
const tangent = v.optional(v.union([finiteNumber, v.literal('step')]));
const curveSchema = v.object({
  keys: v.array(v.object({ time: finiteNumber, value: finiteNumber, inTangent: tangent, outTangent: tangent })),
});

/** Reads a curve from parsed JSON of unknown make. `where` starts every message: `curves["stepSize"]`. */
export function curveFromJson(json: unknown, where = 'curve'): Curve {
  const { keys } = requireDecoded(decodeValue(json, curveSchema), where);
  const bare = buildCurve(
    keys.map(({ time, value }) => ({ time, value, inTangent: 0, outTangent: 0 })),
    where,
  );
  const slopeOf = (given: number | 'step' | undefined, auto: number) =>
    given === 'step' ? Number.POSITIVE_INFINITY : (given ?? auto);
  return buildCurve(
    keys.map(({ time, value, inTangent, outTangent }, i) => {
      const auto = keyTangents(bare, i, 'auto');
      return {
        time,
        value,
        inTangent: slopeOf(inTangent, auto.inTangent),
        outTangent: slopeOf(outTangent, auto.outTangent),
      };
    }),
    where,
  );
}
