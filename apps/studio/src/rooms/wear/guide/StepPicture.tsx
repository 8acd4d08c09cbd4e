import type { SessionStep, TrackerRole } from '@leib/calibration';
import type { FigureShape } from '../../../world/roomScene.js';
import { stepFigure } from '../stepFigure.js';
import './stepPicture.css';

interface StepPictureProps {
  readonly step: SessionStep;
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
