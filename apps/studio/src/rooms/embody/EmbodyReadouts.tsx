import { useFigures } from '../../time/useClock.js';
import { useIsExpert } from '../../ui/pageStore.js';
import { meanOf, medianOf, plotPoints } from '../../world/meter.js';
import type { World } from '../../world/world.js';
import { useRoomHost } from '../RoomHost.js';
import type { CrowdCost } from './crowd/stageCrowd.js';
import { EmbodyFigures } from './embodyFigures.js';
import type { TruthErrors } from './truthMeter.js';
import './embodyReadouts.css';

const TRUTH_SECONDS = 0.25;
const PLOT = { width: 150, height: 40, fullCm: 30 } as const;

const rows = [
  ['Joints', 'mean'],
  ['Hips', 'hips'],
  ['Feet', 'feet'],
] as const;

function figuresOf({ room }: World): EmbodyFigures | null {
  return room.controller instanceof EmbodyFigures ? room.controller : null;
}

/** What is measured in the room, over the picture. */
export default function EmbodyReadouts() {
  return (
    <>
      <CrowdReadout />
      <TruthReadout />
    </>
  );
}

/** Error of the solved body against a clip's true body over the last frames, with the prior and by the rules. */
function TruthReadout() {
  const { world } = useRoomHost();
  const isExpert = useIsExpert();
  const figures = useFigures(() => {
    const { errors = null, errorsByRules: rules = null } = figuresOf(world)?.truth ?? {};
    return errors && errors.mean.count > 0 ? { solve: shown(errors), rules: rules && shown(rules) } : null;
  }, TRUTH_SECONDS);
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

const CROWD_SECONDS = 0.5;

/** How many people fill the stage, in how much detail, and what they cost per frame. */
function CrowdReadout() {
  const { world } = useRoomHost();
  const texts = useFigures(() => {
    const cost = figuresOf(world)?.crowd.cost;
    return cost ? textsOf(cost) : null;
  }, CROWD_SECONDS);
  if (!texts) return null;
  const { people, levels, bodies, drawing } = texts;
  return (
    <section
      className="truth card"
      aria-label="Cost of the crowd"
      title="Medians of the last frames: working out all bodies, and packing them for the graphics card. Near people are worked out in full in every frame, others thirty times a second, far ones roughly."
    >
      <table>
        <tbody>
          <Row label="People" id="crowd-people" text={String(people)} />
          <Row label="Full, reduced, far" id="crowd-levels" text={`${levels.full}, ${levels.reduced}, ${levels.far}`} />
          <Row label="Bodies" id="crowd-bodies" text={`${bodies} ms`} />
          <Row label="To the graphics" id="crowd-drawing" text={`${drawing} ms`} />
        </tbody>
      </table>
    </section>
  );
}

function Row({ label, id, text }: { readonly label: string; readonly id: string; readonly text: string }) {
  return (
    <tr>
      <th>{label}</th>
      <td data-testid={id}>{text}</td>
    </tr>
  );
}

function textsOf({ people, levels, bodies, drawing }: CrowdCost) {
  return { people, levels, bodies: medianOf(bodies).toFixed(2), drawing: medianOf(drawing).toFixed(2) };
}
