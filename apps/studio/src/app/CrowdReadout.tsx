import { useFigures } from '../time/useClock.js';
import { medianOf } from '../world/meter.js';
import type { CrowdCost } from '../world/roomScene.js';
import { useStudio } from './StudioContext.js';
import './truthReadout.css';

const REFRESH_SECONDS = 0.5;

/** How many people fill the stage, in how much detail, and what they cost per frame. */
export function CrowdReadout() {
  const { world } = useStudio();
  const texts = useFigures(() => world.room.crowdCost && textsOf(world.room.crowdCost), REFRESH_SECONDS);
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
