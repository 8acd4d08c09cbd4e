import { useFigures } from '../time/useClock.js';
import { medianOf } from '../world/meter.js';
import { plotPoints } from '../world/plotPoints.js';
import { useStudio } from './StudioContext.js';

const REFRESH_SECONDS = 0.25;
/** Budget of the script per 90 Hz frame, milliseconds: the dashed line in the plot. */
const BUDGET_MS = 2;
const PLOT = { width: 72, height: 22, fullMs: 2 * BUDGET_MS } as const;

/** Script time and solver time per frame, with the last frames as a plot. */
export function Readout() {
  const { meters } = useStudio().world;
  const { frame, solve, fps, points } = useFigures(() => {
    const interval = medianOf(meters.interval);
    return {
      frame: medianOf(meters.frame).toFixed(1),
      solve: (medianOf(meters.solve) * 1000).toFixed(0),
      fps: interval > 0 ? (1000 / interval).toFixed(0) : '–',
      points: plotPoints(meters.frame, PLOT.width, PLOT.height, PLOT.fullMs),
    };
  }, REFRESH_SECONDS);
  return (
    <div
      className="readout"
      title={`Script per frame (the plot: last frames, dashed ${BUDGET_MS} ms), body solver, frames a second. Medians.`}
    >
      <svg width={PLOT.width} height={PLOT.height} aria-hidden>
        <line x1={0} x2={PLOT.width} y1={PLOT.height / 2} y2={PLOT.height / 2} />
        <polyline points={points} />
      </svg>
      <span data-testid="frame-ms">{frame} ms</span>
      <span data-testid="solve-us">solve {solve} µs</span>
      <span data-testid="fps">{fps} fps</span>
    </div>
  );
}
