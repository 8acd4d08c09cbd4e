import type { SessionStep, TrackerRole } from '@leib/calibration';

interface StepPictureProps {
  readonly step: SessionStep;
  /** The joint that is turned, in the step of the joints. */
  readonly role: TrackerRole | null;
}

type Point = readonly [x: number, y: number];

/** Positions of tracker dots on the figure, which is seen from the front: its left is at the right. */
const places: Readonly<Record<TrackerRole, Point>> = {
  leftHand: [110, 35],
  rightHand: [10, 35],
  leftElbow: [85, 35],
  rightElbow: [35, 35],
  chest: [60, 44],
  hips: [60, 66],
  leftKnee: [69, 89],
  rightKnee: [51, 89],
  leftFoot: [71, 113],
  rightFoot: [49, 113],
};
const shownTrackers: readonly TrackerRole[] = ['leftHand', 'rightHand', 'chest', 'hips', 'leftFoot', 'rightFoot'];

/** A figure of the task. */
export function StepPicture({ step, role }: StepPictureProps) {
  const isMoving = step === 'space' || step === 'proportions' || step === 'mirror';
  return (
    <svg className="step-picture" viewBox="0 0 120 124" aria-hidden>
      {step === 'mirror' && <rect className="glass" x={14} y={4} width={92} height={118} rx={5} />}
      <circle cx={60} cy={16} r={9} />
      {step !== 'mirror' && <rect className="visor" x={50.5} y={12} width={19} height={7} rx={2.5} />}
      {isMoving ? <MovingBody /> : <StandingBody />}
      {!isMoving &&
        (role === null ? shownTrackers : [role]).map((point) => (
          <circle key={point} className="dot" cx={places[point][0]} cy={places[point][1]} r={4} />
        ))}
      {role !== null && <RoundArrow at={places[role]} />}
      {step === 'tPose' && (
        <path className="arrow" d="M60 122 V122 M20 24 H6 m4 -4 l-4 4 l4 4 M100 24 H114 m-4 -4 l4 4 l-4 4" />
      )}
      {step === 'space' && <circle className="dot" cx={60} cy={5} r={4} />}
      {step === 'roles' && (
        <text className="mark" x={60} y={104} textAnchor="middle">
          ?
        </text>
      )}
    </svg>
  );
}

function StandingBody() {
  return <path d="M60 26 V68 M60 35 H10 M60 35 H110 M60 68 L51 90 L49 114 L43 116 M60 68 L69 90 L71 114 L77 116" />;
}

function MovingBody() {
  return (
    <>
      <path d="M60 26 V66 M60 35 L42 47 L30 34 M60 35 L79 46 L92 58 M60 66 L49 86 L36 104 L30 103 M60 66 L74 84 L73 111 L80 113" />
      <path className="arrow" d="M20 34 q-2 -12 8 -20 m-6 1 l6 -1 l1 6 M100 66 q8 8 4 20 m-3 -5 l3 5 l5 -3" />
    </>
  );
}

function RoundArrow({ at: [x, y] }: { readonly at: Point }) {
  return <path className="arrow" d={`M${x - 9} ${y - 3} a9.5 9.5 0 1 1 4 11 m0 -5 l0 5 l5 1`} />;
}
