import type { Curve } from '@leib/core';
import { buildFingerCurve, type HandConnection } from '@leib/puppet';
import { Trash2 } from 'lucide-react';
import { Button } from '../../../ui/Button.js';
import { CurvePlot } from '../../../ui/curves/CurvePlot.js';
import { Segments } from '../../../ui/Select.js';
import { targetOf, withConnections } from '../hands/connections.js';
import { type Edited, type Field, Fields, inCentimetres, inDegrees, number, point } from './form.js';
import type { PuppetTabProps } from './puppetTab.js';

type Turn = Extract<HandConnection, { kind: 'turn' }>;
type Drag = Extract<HandConnection, { kind: 'effector' }>;

interface ConnectionFieldsProps extends PuppetTabProps {
  readonly slot: number;
  /** Of the connection in the hand's list. */
  readonly index: number;
  readonly onGone: () => void;
}

/** How one finger moves what it is connected to. */
export function ConnectionFields({ controller, slot, index, onGone }: ConnectionFieldsProps) {
  const connection = controller.document.file.hands[slot]?.connections[index];
  if (!connection) return null;
  const words = `${connection.finger} → ${targetOf(connection).name}`;
  const edited = <C extends HandConnection>(value: C): Edited<C> => ({
    controller,
    value,
    step: (what) => `${what} of ${words}`,
    write: (file, changes) => withConnections(file, slot, (all) => all.with(index, { ...value, ...changes })),
  });
  const remove = () => {
    controller.edit(`disconnect ${words}`, (file) => withConnections(file, slot, (all) => all.toSpliced(index, 1)));
    onGone();
  };
  return (
    <section className="connection" aria-label={`Connection ${words}`}>
      <div className="row">
        <strong>{words}</strong>
        <Button icon={Trash2} className="with-icon" title="The finger moves this no longer" onClick={remove}>
          Disconnect
        </Button>
      </div>
      {connection.kind === 'turn' ? (
        <TurnFields of={edited(connection)} />
      ) : (
        <Fields of={edited(connection)} fields={dragFields} />
      )}
    </section>
  );
}

const yaw = number('yaw', 'Turns with the hand’s yaw', [-5, 5], { what: 'yaw', unit: '×' });

const dragFields: readonly Field<Drag>[] = [
  point('travel', 'Way at full bend', { what: 'way', axes: ['sideways', 'up', 'forward'], range: [-1000, 1000] }),
  yaw,
  number('distance', 'Goes out with the hand’s distance', [-10, 10], { what: 'distance', unit: '×' }),
];

const angleFields: readonly Field<Turn>[] = [
  number('angle', 'Angle at full bend', [-180, 180], { ...inDegrees, what: 'angle' }),
  number('spread', 'Spread over the part (0: as one)', [0, 1000], { ...inCentimetres, what: 'spread' }),
];

const stopper = { kind: 'number', ...inDegrees, range: [-180, 180] } as const;

const moreFields = (angle: number): readonly Field<Turn>[] => [
  point('axis', 'Axis that it turns about', { what: 'axis', unit: '', scale: 1, isDirection: true, range: [-1, 1] }),
  point('point', 'Where the finger touches it', { what: 'touch point' }),
  yaw,
  number('splay', 'Turns with the finger’s splay', [-180, 180], { ...inDegrees, what: 'splay' }),
  number('carry', 'Carried by the finger’s speed', [0, 500], { what: 'carry', unit: 'ms', scale: 1000 }),
  {
    kind: 'optional',
    key: 'magnets',
    label: 'Magnets',
    help: 'Near them the same motion of the finger turns the part less and less, like equal poles',
    // Two stoppers that the part comes near more and more slowly.
    first: { low: Math.min(0, angle) - 0.05, high: Math.max(0, angle), softness: 0.15 },
    fields: [
      { ...stopper, key: 'low', label: 'Lower stopper' },
      { ...stopper, key: 'high', label: 'Upper stopper' },
      { ...stopper, key: 'softness', label: 'Softness of the stoppers', range: [0.5, 180] },
    ],
  },
];

function TurnFields({ of }: { readonly of: Edited<Turn> }) {
  return (
    <>
      <Fields of={of} fields={angleFields} />
      <CurveField of={of} />
      <details>
        <summary>More</summary>
        <Fields of={of} fields={moreFields(of.value.angle)} />
      </details>
    </>
  );
}

/** How much of the angle belongs to which bend: a choice of three, or points of one's own. */
function CurveField({ of: { controller, value, step, write } }: { readonly of: Edited<Turn> }) {
  const set = (curve: Turn['curve'], gesture: string | null) =>
    controller.edit(step('curve'), (file) => write(file, { curve }), gesture);
  return (
    <>
      <Segments
        aria-label="How it follows the finger"
        value={choiceOfCurve(value.curve)}
        options={fingerCurveChoices}
        onChange={(choice) => set(pointsOfChoice(choice), null)}
      />
      <details>
        <summary>Points of the curve</summary>
        <CurvePlot
          label="Bend → share of the angle"
          curve={editableCurve(value.curve)}
          span={[0, 1]}
          hasTangents={false}
          onChange={(curve) => {
            const next = pointsOfCurve(curve);
            if (next) set(next, 'finger curve');
          }}
          onSettled={() => controller.document.endGesture()}
        />
      </details>
    </>
  );
}

type Points = Extract<HandConnection, { kind: 'turn' }>['curve'];

/** Most points that the file takes. */
const MOST_POINTS = 16;
/** Shares that the file takes. */
const LARGEST_SHARE = 2;

const straightLine: Points = [
  { bend: 0, share: 0 },
  { bend: 1, share: 1 },
];

/** How a part follows its finger, to begin with. */
export const fingerCurveChoices = [
  { value: 'straight', label: 'Straight', help: 'The part follows the finger evenly', points: [] },
  {
    value: 'soft',
    label: 'Soft',
    help: 'Slowly out of rest and slowly into the fist',
    points: [
      { bend: 0, share: 0 },
      { bend: 0.25, share: 0.1 },
      { bend: 0.75, share: 0.9 },
      { bend: 1, share: 1 },
    ],
  },
  {
    value: 'late',
    label: 'Late',
    help: 'Hardly at first, most of it near the fist',
    points: [
      { bend: 0, share: 0 },
      { bend: 0.6, share: 0.15 },
      { bend: 1, share: 1 },
    ],
  },
] as const satisfies readonly { value: string; label: string; help: string; points: Points }[];

type FingerCurveChoice = (typeof fingerCurveChoices)[number]['value'];

/** The choice whose points these are; null: points of its own. */
export function choiceOfCurve(points: Points): FingerCurveChoice | null {
  const same = (other: Points) =>
    other.length === points.length &&
    other.every(({ bend, share }, i) => bend === points[i].bend && share === points[i].share);
  return fingerCurveChoices.find((choice) => same([...choice.points]))?.value ?? null;
}

export function pointsOfChoice(value: FingerCurveChoice): Points {
  return fingerCurveChoices.find((choice) => choice.value === value)?.points.map((point) => ({ ...point })) ?? [];
}

/** As a curve that can be drawn and edited; a straight line has a point at rest and one at the fist. */
export function editableCurve(points: Points): Curve {
  return buildFingerCurve(points.length > 0 ? points : straightLine) as Curve;
}

/** Points of an edited curve, within what a file may hold; null: it cannot be one. */
export function pointsOfCurve({ times, values }: Curve): Points | null {
  if (times.length > MOST_POINTS) return null;
  const points = Array.from(times, (time, i) => ({
    bend: Math.min(1, Math.max(0, time)),
    share: Math.min(LARGEST_SHARE, Math.max(-LARGEST_SHARE, values[i])),
  }));
  return points.every(({ bend }, i) => i === 0 || bend > points[i - 1].bend) ? points : null;
}
