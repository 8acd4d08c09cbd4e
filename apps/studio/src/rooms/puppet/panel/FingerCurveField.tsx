import type { HandConnection } from '@leib/puppet';
import { CurvePlot } from '../../../ui/curves/CurvePlot.js';
import { Segments } from '../editor/panel/fields.js';
import {
  choiceOfCurve,
  editableCurve,
  fingerCurveChoices,
  pointsOfChoice,
  pointsOfCurve,
} from '../hands/fingerCurveChoices.js';

type Points = Extract<HandConnection, { kind: 'turn' }>['curve'];

interface FingerCurveFieldProps {
  readonly points: Points;
  /** Changes of one gesture are one undo step until onSettled. */
  readonly onChange: (points: Points, gesture: string | null) => void;
  readonly onSettled: () => void;
}

/** How much of the angle belongs to which bend: a choice of three, or points of one's own. */
export function FingerCurveField({ points, onChange, onSettled }: FingerCurveFieldProps) {
  return (
    <>
      <Segments
        label="How it follows the finger"
        value={choiceOfCurve(points)}
        options={fingerCurveChoices}
        onChange={(choice) => onChange(pointsOfChoice(choice), null)}
      />
      <details>
        <summary>Points of the curve</summary>
        <CurvePlot
          label="Bend → share of the angle"
          curve={editableCurve(points)}
          span={[0, 1]}
          hasTangents={false}
          onChange={(curve) => {
            const next = pointsOfCurve(curve);
            if (next) onChange(next, 'finger curve');
          }}
          onSettled={onSettled}
        />
      </details>
    </>
  );
}
