import { isRecord } from '../check/describeValue.js';
import { InputError } from '../check/inputError.js';
import { buildCurve, type Curve, curveKeys } from './curve.js';
import { keyTangents } from './curveTangents.js';

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

/** Reads a curve from parsed JSON of unknown make. `where` starts every message: `curves["stepSize"]`. */
export function curveFromJson(json: unknown, where = 'curve'): Curve {
  if (!isRecord(json) || !Array.isArray(json.keys)) throw new InputError(where, 'keys must be a list.');
  const keys = json.keys.map((key: unknown, i) => {
    if (!isRecord(key)) throw new InputError(where, `keys[${i}] must be an object with time and value.`);
    return {
      time: readNumber(key.time, `${where}: keys[${i}].time`),
      value: readNumber(key.value, `${where}: keys[${i}].value`),
      inTangent: readTangent(key.inTangent, `${where}: keys[${i}].inTangent`),
      outTangent: readTangent(key.outTangent, `${where}: keys[${i}].outTangent`),
    };
  });
  const bare = buildCurve(
    keys.map(({ time, value }) => ({ time, value, inTangent: 0, outTangent: 0 })),
    where,
  );
  return buildCurve(
    keys.map((key, i) => {
      const auto = keyTangents(bare, i, 'auto');
      return {
        ...key,
        inTangent: key.inTangent ?? auto.inTangent,
        outTangent: key.outTangent ?? auto.outTangent,
      };
    }),
    where,
  );
}

function readNumber(value: unknown, where: string): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    throw new InputError('', `${where} must be a number, not ${JSON.stringify(value) ?? 'missing'}.`);
  }
  return value;
}

function readTangent(value: unknown, where: string): number | null {
  if (value === undefined) return null;
  if (value === 'step') return Number.POSITIVE_INFINITY;
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    throw new InputError('', `${where} must be a number or "step", not ${JSON.stringify(value)}.`);
  }
  return value;
}
