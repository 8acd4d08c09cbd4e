import { useEffect, useRef, useState } from 'react';
import { type Meter, meanOf } from '../world/meter.js';
import { plotPoints } from './plotPoints.js';
import { useStudio } from './StudioContext.js';
import './truthReadout.css';

const REFRESH_MS = 250;
const PLOT = { width: 150, height: 40, fullCm: 30 } as const;

/** Beside a clip: how far the solved body is from the true one, over the last frames. */
export function TruthReadout() {
  const { world } = useStudio();
  const line = useRef<SVGPolylineElement>(null);
  const [text, setText] = useState<{ mean: string; hips: string; feet: string } | null>(null);

  useEffect(() => {
    const timer = setInterval(() => {
      const errors = world.room.truthErrors;
      if (!errors || errors.mean.count === 0) {
        setText(null);
        return;
      }
      const centimetres = (meter: Meter) => meanOf(meter).toFixed(1);
      setText({ mean: centimetres(errors.mean), hips: centimetres(errors.hips), feet: centimetres(errors.feet) });
      line.current?.setAttribute('points', plotPoints(errors.mean, PLOT.width, PLOT.height, PLOT.fullCm));
    }, REFRESH_MS);
    return () => clearInterval(timer);
  }, [world]);

  if (!text) return null;
  return (
    <section
      className="truth card"
      aria-label="Distance from the truth"
      title={`Solved from head and hands with the actor’s proportions, against the clip itself: means over the last frames. The plot: all joints, 0 to ${PLOT.fullCm} cm.`}
    >
      <svg width={PLOT.width} height={PLOT.height} aria-hidden>
        <polyline ref={line} />
      </svg>
      <dl>
        <div>
          <dt>Joints</dt>
          <dd data-testid="truth-mean">{text.mean} cm</dd>
        </div>
        <div>
          <dt>Hips</dt>
          <dd data-testid="truth-hips">{text.hips} cm</dd>
        </div>
        <div>
          <dt>Feet</dt>
          <dd data-testid="truth-feet">{text.feet} cm</dd>
        </div>
      </dl>
    </section>
  );
}
