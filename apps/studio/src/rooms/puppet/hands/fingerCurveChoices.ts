import type { Curve } from '@leib/core';
import { buildFingerCurve, type HandConnection } from '@leib/puppet';

type Points = Extract<HandConnection, { kind: 'turn' }>['curve'];

/** Most points that the file takes. */
const MOST_POINTS = 16;
/** Shares that the file takes. */
const LARGEST_SHARE = 2;

const straightLine: Points = [
  { bend: 0, share: 0 },
  { bend: 1, share: 1 },
];

/** How a part follows its finger, to begin with. */
export const fingerCurveChoices = [
  { value: 'straight', label: 'Straight', help: 'The part follows the finger evenly', points: [] },
  {
    value: 'soft',
    label: 'Soft',
    help: 'Slowly out of rest and slowly into the fist',
    points: [
      { bend: 0, share: 0 },
      { bend: 0.25, share: 0.1 },
      { bend: 0.75, share: 0.9 },
      { bend: 1, share: 1 },
    ],
  },
  {
    value: 'late',
    label: 'Late',
    help: 'Hardly at first, most of it near the fist',
    points: [
      { bend: 0, share: 0 },
      { bend: 0.6, share: 0.15 },
      { bend: 1, share: 1 },
    ],
  },
] as const satisfies readonly { value: string; label: string; help: string; points: Points }[];

export type FingerCurveChoice = (typeof fingerCurveChoices)[number]['value'];

/** The choice whose points these are; null: points of its own. */
export function choiceOfCurve(points: Points): FingerCurveChoice | null {
  const same = (other: Points) =>
    other.length === points.length &&
    other.every(({ bend, share }, i) => bend === points[i].bend && share === points[i].share);
  return fingerCurveChoices.find((choice) => same([...choice.points]))?.value ?? null;
}

export function pointsOfChoice(value: FingerCurveChoice): Points {
  return fingerCurveChoices.find((choice) => choice.value === value)?.points.map((point) => ({ ...point })) ?? [];
}

/** As a curve that can be drawn and edited; a straight line has a point at rest and one at the fist. */
export function editableCurve(points: Points): Curve {
  return buildFingerCurve(points.length > 0 ? points : straightLine) as Curve;
}

/** Points of an edited curve, within what a file may hold; null: it cannot be one. */
export function pointsOfCurve({ times, values }: Curve): Points | null {
  if (times.length > MOST_POINTS) return null;
  const points = Array.from(times, (time, i) => ({
    bend: Math.min(1, Math.max(0, time)),
    share: Math.min(LARGEST_SHARE, Math.max(-LARGEST_SHARE, values[i])),
  }));
  return points.every(({ bend }, i) => i === 0 || bend > points[i - 1].bend) ? points : null;
}
