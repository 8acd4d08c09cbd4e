import {
  changePart,
  moveBoneEnd,
  moveHandle,
  type PartShape,
  type ShapeHandle,
  type Superellipsoid,
  shapeHandles,
} from '@leib/puppet';
import { Euler, Quaternion } from 'three';
import { NumberField } from '../../../../ui/NumberField.js';
import { turnFrom, turnOf } from '../handles/vectors.js';
import { CENTIMETRES, DEGREES, EditSlider, PointFields, Switch } from './fields.js';
import type { PartCardProps } from './partCardProps.js';

/** Ends, middle, size and roundness of a part as numbers. */
export function ShapeFields({ editor, part }: PartCardProps) {
  const { name, shape } = part;
  const set = (what: string, next: PartShape, gesture: string | null = null) =>
    editor.attempt(`${what} of ${name}`, (file) => changePart(file, name, { shape: next }), gesture);
  if (shape.kind === 'box') {
    return (
      <>
        <PointFields label="Pivot" value={shape.pivot} onChange={(pivot) => set('pivot', { ...shape, pivot })} />
        <PointFields label="Middle" value={shape.centre} onChange={(centre) => set('middle', { ...shape, centre })} />
        <TurnFields value={shape.rotation} onChange={(rotation) => set('turn', { ...shape, rotation })} />
        <PointFields
          label="Half of its size"
          value={shape.halfSize}
          least={0.1}
          onChange={(halfSize) => set('size', { ...shape, halfSize })}
        />
      </>
    );
  }
  const { influence } = shape;
  const setInfluence = (what: string, changes: Partial<Superellipsoid>, gesture: string | null = null) =>
    set(what, { ...shape, influence: { ...influence, ...changes } }, gesture);
  const moveEnd = (end: 'from' | 'to') => (to: [number, number, number]) =>
    editor.attempt(`move ${name}`, (file) => moveBoneEnd(file, name, end, to));
  return (
    <>
      <PointFields label="Turns at" value={shape.from} onChange={moveEnd('from')} />
      <PointFields label="Ends at" value={shape.to} onChange={moveEnd('to')} />
      <PointFields
        label="Middle of what it holds"
        value={influence.centre}
        onChange={(centre) => setInfluence('middle', { centre })}
      />
      <TurnFields value={influence.rotation} onChange={(rotation) => setInfluence('turn', { rotation })} />
      <ReachFields editor={editor} part={part} reach={influence.reach} />
      {(['e', 'n'] as const).map((key) => (
        <EditSlider
          key={key}
          controller={editor.controller}
          label={key === 'e' ? 'Roundness across (e)' : 'Roundness along (n)'}
          help="1: an ellipsoid, near 0: a box, 2: pointed"
          value={influence[key]}
          range={[0.1, 2, 0.05]}
          onChange={(value) => setInfluence(`roundness ${key}`, { [key]: value }, `${key} ${name}`)}
        />
      ))}
      <Switch
        label="Also through the air"
        help="Off: only what is reached inside the model, so that a hand near the hip does not go with the leg"
        isOn={influence.throughAir}
        onChange={(throughAir) => setInfluence('way through the air', { throughAir })}
      />
    </>
  );
}

interface ReachFieldsProps extends PartCardProps {
  readonly reach: Superellipsoid['reach'];
}

function ReachFields({ editor, part: { name }, reach }: ReachFieldsProps) {
  const pull = (side: ShapeHandle, value: number) =>
    editor.attempt(`size of ${name}`, (file) => moveHandle(file, name, side, value));
  return (
    <fieldset className="point-fields" aria-label="How far it holds">
      <legend>How far it holds</legend>
      {shapeHandles.map((side) => (
        <NumberField
          key={side}
          label={side}
          unit="cm"
          value={reach[side]}
          scale={CENTIMETRES}
          min={0.1}
          max={100_000}
          isOptional={false}
          emptyText=""
          isDisabled={false}
          onChange={(value) => value !== null && pull(side, value)}
        />
      ))}
    </fieldset>
  );
}

type Rotation = [number, number, number, number];

function TurnFields({ value, onChange }: { readonly value: Rotation; readonly onChange: (value: Rotation) => void }) {
  const { x, y, z } = new Euler().setFromQuaternion(turnOf(value));
  return (
    <PointFields
      label="Turn"
      unit="°"
      scale={DEGREES}
      value={[x, y, z]}
      onChange={(angles) => onChange(turnFrom(new Quaternion().setFromEuler(new Euler(...angles))))}
    />
  );
}
