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
