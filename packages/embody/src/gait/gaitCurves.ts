import { type Curve, type CurveJson, curveFromJson } from '@leib/core';

/**
 * What a gait looks like, as data: every curve can be edited, saved and loaded. Speeds and lengths are those of a
 * person whose head joint stands at the settings' `referenceHeadHeight`; other bodies scale them (GaitModel's lengthScale and speedScale).
 */
export interface GaitCurvesJson {
  /** Share of the distance covered, by progress 0..1: slow, fast, slow. */
  readonly stepInterpolation: CurveJson;
  /** Distance that a foot travels from lift to landing, metres, by speed in m/s. */
  readonly stepSize: CurveJson;
  /** Seconds from lift to landing, by speed. */
  readonly stepDuration: CurveJson;
  /** Factor on the step size by the angle between direction of travel and facing, radians 0..pi: ahead, sideways, back. */
  readonly stepSizeDirection: CurveJson;
  /** Factor on the step size by slope: rise of the ground ahead over the step's length. */
  readonly stepSizeSlope: CurveJson;
  /** How far ahead of the body a foot lands, metres, by speed. */
  readonly stepOffsetDistance: CurveJson;
  /** A foot's distance from the body's middle line, metres, by the angle between direction of travel and facing, radians. */
  readonly footDistanceDirectional: CurveJson;
  /** How far one foot's step must be before the other may start, 0..1, by speed. */
  readonly stepOverlap: CurveJson;
  /** Pitch of the foot by progress, radians; positive: heel up. Times footRotationSpeed. */
  readonly footRotationForward: CurveJson;
  readonly footRotationBackward: CurveJson;
  /** Factor on both by speed. */
  readonly footRotationSpeed: CurveJson;
  /** Height of the ankle over where it stands, metres, by progress. Times footLiftSpeed. */
  readonly footLiftForward: CurveJson;
  readonly footLiftSideway: CurveJson;
  readonly footLiftBackward: CurveJson;
  /** Factor on all three by speed. */
  readonly footLiftSpeed: CurveJson;
}

export type GaitCurves = { readonly [Name in keyof GaitCurvesJson]: Curve };

/** Checks and builds all curves. Throws InputError that names the curve. */
export function buildGaitCurves(json: GaitCurvesJson): GaitCurves {
  const curves = {} as { -readonly [Name in keyof GaitCurvesJson]: Curve };
  for (const name of gaitCurveNames) curves[name] = curveFromJson(json[name], `curves["${name}"]`);
  return curves;
}

export const gaitCurveNames: readonly (keyof GaitCurvesJson)[] = [
  'stepInterpolation',
  'stepSize',
  'stepDuration',
  'stepSizeDirection',
  'stepSizeSlope',
  'stepOffsetDistance',
  'footDistanceDirectional',
  'stepOverlap',
  'footRotationForward',
  'footRotationBackward',
  'footRotationSpeed',
  'footLiftForward',
  'footLiftSideway',
  'footLiftBackward',
  'footLiftSpeed',
];
