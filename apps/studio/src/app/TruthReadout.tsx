import { useFigures } from '../time/useClock.js';
import { useIsExpert } from '../ui/level.js';
import { meanOf } from '../world/meter.js';
import { plotPoints } from '../world/plotPoints.js';
import type { TruthErrors } from '../world/roomScene.js';
import { useStudio } from './StudioContext.js';
import './truthReadout.css';

const REFRESH_SECONDS = 0.25;
const PLOT = { width: 150, height: 40, fullCm: 30 } as const;

const rows = [
  ['Joints', 'mean'],
  ['Hips', 'hips'],
  ['Feet', 'feet'],
] as const;

/** Error of the solved body against a clip's true body over the last frames, with the prior and by the rules. */
export function TruthReadout() {
  const { world } = useStudio();
  const isExpert = useIsExpert();
  const figures = useFigures(() => {
    const { truthErrors: errors, truthErrorsByRules: rules = null } = world.room;
    return errors && errors.mean.count > 0 ? { solve: shown(errors), rules: rules && shown(rules) } : null;
  }, REFRESH_SECONDS);
  if (!figures || !isExpert) return null;
  const { solve, rules } = figures;
  return (
    <section
      className="truth card"
      aria-label="Distance from the truth"
      title={`Solved from head and hands with the actor’s proportions, against the clip itself: means over the last frames. The plot: all joints, 0 to ${PLOT.fullCm} cm${rules ? '; dotted, by the rules' : ''}.`}
    >
      <svg width={PLOT.width} height={PLOT.height} aria-hidden>
        {rules && <polyline points={rules.points} className="rules" />}
        <polyline points={solve.points} />
      </svg>
      <table>
        {rules && (
          <thead>
            <tr>
              <th />
              <th>Prior</th>
              <th>Rules</th>
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map(([label, key]) => (
            <tr key={key}>
              <th>{label}</th>
              <td data-testid={`truth-${key}`}>{solve[key]} cm</td>
              {rules && <td data-testid={`truth-rules-${key}`}>{rules[key]} cm</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function shown({ mean, hips, feet }: TruthErrors) {
  return {
    mean: meanOf(mean).toFixed(1),
    hips: meanOf(hips).toFixed(1),
    feet: meanOf(feet).toFixed(1),
    points: plotPoints(mean, PLOT.width, PLOT.height, PLOT.fullCm),
  };
}
