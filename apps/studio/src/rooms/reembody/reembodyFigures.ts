import type { HumanoidBone, Motion } from '@leib/core';
import { type BuiltBody, outputAt, type RemoteSimulation } from '@leib/reembody';
import { type Meter, meanOf, medianOf, plotPoints, quantileOf } from '../../world/meter.js';
import type { RobotFigures } from './scene/robotController.js';

/** What the room's panels show. */
export interface ReembodyFigures {
  readonly built: BuiltBody | null;
  /** Null until the first frame of a body that was built. */
  readonly body: BodyFigures | null;
  /** Another model as the second body, by its name; null: the own avatar. */
  readonly model: string | null;
  /** The clip that is played, if any. */
  readonly clip: Motion | null;
  readonly robot: RobotFigures;
}

/** Error and torque of one joint, or of all, over the last frames. */
export interface JointMeters {
  /** Degrees. */
  readonly error: Meter;
  /** N m, the largest of the joint's axes; of all joints the largest. */
  readonly torque: Meter;
}

/** From sending a frame to its coming back, and of that the time where it is simulated, milliseconds. */
export interface TripMeters {
  readonly where: string;
  readonly whole: Meter;
  readonly there: Meter;
}

/** What the second body does: how far it is from its target, how hard it works, and how long a frame takes. */
export interface BodyFigures {
  readonly where: RemoteSimulation['where'];
  readonly delayMs: number;
  /** How late each group really was, seconds: bodyGroups, then the user's own. */
  readonly groupDelays: readonly number[];
  readonly stepMs: number;
  readonly roundTripMs: number;
  /** Nineteen of twenty frames stay below. */
  readonly roundTripMostMs: number;
  /** Of the round trip, where it is simulated. */
  readonly thereMs: number;
  readonly contactCount: number;
  /** Largest gap between two parts at their joint. */
  readonly apartMm: number;
  readonly plots: JointPlots;
  readonly isFallen: boolean;
  /** What went wrong, in sentences. */
  readonly troubles: readonly string[];
}

export interface JointPlots {
  /** Joints that can be plotted, and the one that is; null for all. */
  readonly bones: readonly HumanoidBone[];
  readonly plotted: HumanoidBone | null;
  /** Degrees, and N m. */
  readonly error: PlotFigures;
  readonly torque: PlotFigures;
}

export interface PlotFigures {
  readonly mean: number;
  /** The scale's top. */
  readonly top: number;
  /** Of an SVG polyline. */
  readonly points: string;
}

/** Size of a plot, pixels. */
export const PLOT = { width: 210, height: 38 } as const;

export function bodyFigures(
  { built, output, where }: RemoteSimulation,
  meters: JointMeters & Omit<TripMeters, 'where'>,
  plotted: HumanoidBone | null,
): BodyFigures | null {
  if (!built || !output) return null;
  const { layout, body } = built;
  const bones = body.drives.map(({ bone }) => bone);
  const counted = (count: number, sentence: string) => (count > 0 ? [sentence] : []);
  return {
    where,
    delayMs: output[outputAt.effectiveDelay] * 1000,
    groupDelays: Array.from(output.subarray(layout.delays, layout.output + layout.outputLength)),
    stepMs: output[outputAt.stepSeconds] * 1000,
    roundTripMs: medianOf(meters.whole),
    roundTripMostMs: quantileOf(meters.whole, 0.95),
    thereMs: medianOf(meters.there),
    contactCount: output[outputAt.contactCount],
    apartMm: output[outputAt.separation] * 1000,
    plots: {
      bones,
      plotted: plotted !== null && bones.includes(plotted) ? plotted : null,
      error: plotOf(meters.error, 5),
      torque: plotOf(meters.torque, 50),
    },
    isFallen: body.settings.control.root === 'balance' && output[outputAt.isFallen] > 0,
    troubles: [
      ...counted(output[outputAt.resets], `The engine began anew ${output[outputAt.resets]} times.`),
      ...counted(output[outputAt.nans], `${output[outputAt.nans]} poses were not numbers.`),
      ...counted(output[outputAt.refused], `${output[outputAt.refused]} targets were not numbers.`),
    ],
  };
}

/** @param least the scale's top, however small the values */
function plotOf(meter: Meter, least: number): PlotFigures {
  let top = least;
  for (let i = 0; i < meter.count; i++) top = Math.max(top, meter.samples[i]);
  return { mean: meanOf(meter), top, points: plotPoints(meter, PLOT.width, PLOT.height, top) };
}
