import {
  changePart,
  limitsOfPreset,
  moveBoneEnd,
  moveHandle,
  type PuppetLimits,
  type PuppetPart,
  presetOf,
  shapeHandles,
} from '@leib/puppet';
import { Fold } from '../../../ui/PanelParts.js';
import { Segments } from '../../../ui/Select.js';
import { type Edited, type Field, Fields, inCentimetres, inDegrees, number, point, slider } from '../panel/form.js';
import type { PuppetController } from '../puppetController.js';

type Limits<Kind> = Extract<PuppetLimits, { kind: Kind }>;
type Shape<Kind> = Extract<PuppetPart['shape'], { kind: Kind }>;
type Bone = Shape<'bone'>;
type Influence = Bone['influence'];

/** Props of every group of fields of the selected part. */
export interface PartCardProps {
  readonly controller: PuppetController;
  readonly part: PuppetPart;
}

/** A record of the part that is written back as it is. */
function partEdit<R>(
  { controller, part: { name } }: PartCardProps,
  value: R,
  changesOf: (next: R) => Parameters<typeof changePart>[2],
): Edited<R> {
  return {
    controller,
    value,
    step: (what) => `${what} of ${name}`,
    write: (file, changes) => changePart(file, name, changesOf({ ...value, ...changes })),
  };
}

const presets = [
  { value: 'ball', label: 'Ball', help: 'Turns to all sides and twists: shoulder' },
  { value: 'universal', label: 'Universal', help: 'Leans to all sides without twisting: neck of a lamp' },
  { value: 'hinge', label: 'Hinge', help: 'Turns one way only: knee, jaw' },
  { value: 'cone', label: 'Cone', help: 'Leans as far to every side, and twists' },
] as const;

const jointFields: readonly Field<PuppetPart['joint']>[] = [
  slider('weight', 'Weight in its chain', 'Share of a wanted bend that this joint takes', [0, 1, 0.01], {
    what: 'weight',
  }),
  {
    kind: 'optional',
    key: 'spring',
    label: 'Springs back',
    help: 'Swings back to rest when it is let go; off: it stays where it is put',
    what: 'spring',
    first: { frequency: 1.6, damping: 0.3 },
    fields: [
      slider('frequency', 'Swings a second', 'Slow is heavy, quick is light', [0.1, 10, 0.1], { unit: 'Hz' }),
      slider('damping', 'Damping', 'How much of each swing is lost; 1: no overshoot', [0, 2, 0.01]),
    ],
  },
];

const largestStep: readonly Field<PuppetPart['joint']>[] = [
  number('maxStep', 'Largest step of a solver', [0.1, 360], {
    ...inDegrees,
    what: 'largest step',
    emptyText: 'no limit',
  }),
];

const coneFields: readonly Field<Limits<'cone'>>[] = [
  number('halfAngle', 'Opening', [0, 180], { ...inDegrees }),
  { kind: 'range', key: 'twist', label: 'Twist' },
  point('axis', 'Direction', { unit: '', scale: 1, isDirection: true }),
];

const planeFields: readonly Field<Limits<'planes'>>[] = [
  ...(['x', 'y', 'z'] as const).map((key) => ({ kind: 'range', key, label: `Plane ${key}` }) as const),
  { kind: 'turn', key: 'rotation', label: 'Turn of the planes' },
];

/** Where the part is linked: how far it turns, its weight in a chain, its spring. */
export function JointFields(props: PartCardProps) {
  const { controller, part } = props;
  const { joint, name } = part;
  const { limits } = joint;
  const choose = (preset: (typeof presets)[number]['value']) => {
    const next = limitsOfPreset(part, preset);
    controller.edit(`limits of ${name}`, (file) => changePart(file, name, { joint: { ...joint, limits: next } }));
    controller.show({ showsLimits: true });
  };
  const ofJoint = partEdit(props, joint, (next) => ({ joint: next }));
  const ofLimits = <L extends PuppetLimits>(value: L) =>
    partEdit(props, value, (next) => ({ joint: { ...joint, limits: next } }));
  return (
    <>
      <h3>Joint</h3>
      <Segments aria-label="Kind of joint" value={presetOf(limits)} options={presets} onChange={choose} />
      <Fields of={ofJoint} fields={jointFields} />
      <Fold title="Limits as numbers">
        {limits.kind === 'cone' ? (
          <Fields of={ofLimits(limits)} fields={coneFields} />
        ) : (
          <Fields of={ofLimits(limits)} fields={planeFields} />
        )}
        <Fields of={ofJoint} fields={largestStep} />
      </Fold>
    </>
  );
}

const boxFields: readonly Field<Shape<'box'>>[] = [
  point('pivot', 'Pivot'),
  point('centre', 'Middle'),
  { kind: 'turn', key: 'rotation', label: 'Turn' },
  point('halfSize', 'Half of its size', { what: 'size', range: [0.1, 100_000] }),
];

const endFields: readonly Field<Pick<Bone, 'from' | 'to'>>[] = [
  point('from', 'Turns at', { what: 'beginning' }),
  point('to', 'Ends at', { what: 'end' }),
];

const middleFields: readonly Field<Influence>[] = [
  point('centre', 'Middle of what it holds', { what: 'middle' }),
  { kind: 'turn', key: 'rotation', label: 'Turn' },
];

const reachFields: readonly Field<Influence['reach']>[] = shapeHandles.map((key) =>
  number(key, key, [0.1, 100_000], { ...inCentimetres, what: 'size' }),
);

const roundness = {
  kind: 'slider',
  help: '1: an ellipsoid, near 0: a box, 2: pointed',
  range: [0.1, 2, 0.05],
} as const;
const formFields: readonly Field<Influence>[] = [
  { ...roundness, key: 'e', label: 'Roundness across (e)', what: 'roundness e' },
  { ...roundness, key: 'n', label: 'Roundness along (n)', what: 'roundness n' },
  {
    kind: 'switch',
    key: 'throughAir',
    label: 'Also through the air',
    help: 'Off: only what is reached inside the model, so that a hand near the hip does not go with the leg',
    what: 'way through the air',
  },
];

/** Ends, middle, size and roundness of a part as numbers. */
export function ShapeFields(props: PartCardProps) {
  const { name, shape } = props.part;
  if (shape.kind === 'box')
    return <Fields of={partEdit(props, shape, (next) => ({ shape: next }))} fields={boxFields} />;
  const { influence } = shape;
  const ofInfluence = partEdit(props, influence, (next) => ({ shape: { ...shape, influence: next } }));
  // A joint that linked parts share moves for all of them; the side opposite to a handle stays.
  const ofEnds: Edited<Pick<Bone, 'from' | 'to'>> = {
    ...partEdit(props, shape, (next) => ({ shape: next })),
    write: (file, { from, to }) =>
      from ? moveBoneEnd(file, name, 'from', from) : to ? moveBoneEnd(file, name, 'to', to) : file,
  };
  const ofReach: Edited<Influence['reach']> = {
    ...partEdit(props, influence.reach, () => ({})),
    write: (file, changes) =>
      shapeHandles.reduce((made, side) => {
        const reach = changes[side];
        return reach === undefined ? made : moveHandle(made, name, side, reach);
      }, file),
  };
  return (
    <>
      <Fields of={ofEnds} fields={endFields} />
      <Fields of={ofInfluence} fields={middleFields} />
      <fieldset className="point-fields" aria-label="How far it holds">
        <legend>How far it holds</legend>
        <Fields of={ofReach} fields={reachFields} />
      </fieldset>
      <Fields of={ofInfluence} fields={formFields} />
    </>
  );
}
