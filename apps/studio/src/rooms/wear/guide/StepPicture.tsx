import type { CalibrationSession, TrackerRole } from '@leib/calibration';
import type { FigureShape } from '../../../world/roomScene.js';
import { stepFigure } from '../wearSteps.js';
import './stepPicture.css';

interface StepPictureProps {
  readonly step: CalibrationSession['step'];
  /** The joint that is turned, in the step of the joints. */
  readonly role: TrackerRole | null;
}

/** A figure of the task. */
export function StepPicture({ step, role }: StepPictureProps) {
  return (
    <svg className="step-picture" viewBox="0 0 120 124" aria-hidden>
      {stepFigure(step, role).map((shape, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the shapes of a figure have no other name.
        <Shape key={i} shape={shape} />
      ))}
    </svg>
  );
}

function Shape({ shape }: { readonly shape: FigureShape }) {
  switch (shape.kind) {
    case 'path':
      return <path className={shape.look} d={shape.d} />;
    case 'circle':
      return <circle className={shape.look} cx={shape.x} cy={shape.y} r={shape.r} />;
    case 'letter':
      return (
        <text className={shape.look} x={shape.x} y={shape.y} textAnchor="middle">
          {shape.text}
        </text>
      );
  }
}

interface ProgressRingProps {
  /** 0..1. */
  readonly progress: number;
  /** In the middle. */
  readonly text: string;
  readonly label: string;
}

const RADIUS = 31;
const AROUND = 2 * Math.PI * RADIUS;

/** A ring of progress with a text in the middle. */
export function ProgressRing({ progress, text, label }: ProgressRingProps) {
  return (
    <svg
      className="ring"
      viewBox="0 0 76 76"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(progress * 100)}
    >
      <circle cx={38} cy={38} r={RADIUS} />
      <circle
        className="done"
        cx={38}
        cy={38}
        r={RADIUS}
        strokeDasharray={AROUND}
        strokeDashoffset={AROUND * (1 - progress)}
        transform="rotate(-90 38 38)"
      />
      <text x={38} y={43} textAnchor="middle">
        {text}
      </text>
    </svg>
  );
}
