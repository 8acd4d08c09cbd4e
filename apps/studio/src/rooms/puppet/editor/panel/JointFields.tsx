import {
  changePart,
  coneLimits,
  endOf,
  type JointPreset,
  limitsOfPreset,
  type PuppetJoint,
  type PuppetLimits,
  pivotOf,
  presetOf,
} from '@leib/puppet';
import { Euler, Quaternion } from 'three';
import { NumberField } from '../../../../ui/NumberField.js';
import { turnFrom, turnOf } from '../handles/vectors.js';
import { DEGREES, EditSlider, PointFields, Segments, Switch } from './fields.js';
import type { PartCardProps } from './partCardProps.js';

const presets = [
  { value: 'ball', label: 'Ball', help: 'Turns to all sides and twists: shoulder' },
  { value: 'universal', label: 'Universal', help: 'Leans to all sides without twisting: neck of a lamp' },
  { value: 'hinge', label: 'Hinge', help: 'Turns one way only: knee, jaw' },
  { value: 'cone', label: 'Cone', help: 'Leans as far to every side, and twists' },
] as const;

/** Where the part is linked: how far it turns, its weight in a chain, its spring. */
export function JointFields({ editor, part }: PartCardProps) {
  const { controller } = editor;
  const { joint, name } = part;
  const set = (what: string, changes: Partial<PuppetJoint>, gesture: string | null = null) =>
    editor.attempt(
      `${what} of ${name}`,
      (file) => changePart(file, name, { joint: { ...joint, ...changes } }),
      gesture,
    );
  const setLimits = (limits: PuppetLimits) => set('limits', { limits });
  const choose = (preset: JointPreset | 'cone') => {
    const [from, to] = [pivotOf(part), endOf(part)];
    const along = [to[0] - from[0], to[1] - from[1], to[2] - from[2]] as const;
    setLimits(
      preset === 'cone' ? coneLimits(along, 1.2, { min: -0.6, max: 0.6 }) : limitsOfPreset(preset, joint.limits),
    );
    controller.show({ showsLimits: true });
  };
  return (
    <>
      <h3>Joint</h3>
      <Segments
        label="Kind of joint"
        value={joint.limits.kind === 'cone' ? 'cone' : presetOf(joint.limits)}
        options={presets}
        onChange={choose}
      />
      <EditSlider
        controller={controller}
        label="Weight in its chain"
        help="Share of a wanted bend that this joint takes"
        value={joint.weight}
        range={[0, 1, 0.01]}
        onChange={(weight) => set('weight', { weight }, `weight ${name}`)}
      />
      <SpringFields {...{ editor, part }} />
      <details>
        <summary>
          <h3>Limits as numbers</h3>
        </summary>
        <LimitFields limits={joint.limits} onChange={setLimits} />
        <NumberField
          label="Largest step of a solver"
          unit="°"
          value={joint.maxStep}
          scale={DEGREES}
          min={0.1}
          max={360}
          isOptional
          emptyText="no limit"
          isDisabled={false}
          onChange={(maxStep) => set('largest step', { maxStep })}
        />
      </details>
    </>
  );
}

function SpringFields({ editor, part }: PartCardProps) {
  const { joint, name } = part;
  const { spring } = joint;
  const set = (next: PuppetJoint['spring'], gesture: string | null = null) =>
    editor.attempt(
      `spring of ${name}`,
      (file) => changePart(file, name, { joint: { ...joint, spring: next } }),
      gesture,
    );
  return (
    <>
      <Switch
        label="Springs back"
        help="Swings back to rest when it is let go; off: it stays where it is put"
        isOn={spring !== null}
        onChange={(isOn) => set(isOn ? { frequency: 1.6, damping: 0.3 } : null)}
      />
      {spring && (
        <>
          <EditSlider
            controller={editor.controller}
            label="Swings a second"
            help="Slow is heavy, quick is light"
            value={spring.frequency}
            range={[0.1, 10, 0.1]}
            unit="Hz"
            onChange={(frequency) => set({ ...spring, frequency }, `frequency ${name}`)}
          />
          <EditSlider
            controller={editor.controller}
            label="Damping"
            help="How much of each swing is lost; 1: no overshoot"
            value={spring.damping}
            range={[0, 2, 0.01]}
            onChange={(damping) => set({ ...spring, damping }, `damping ${name}`)}
          />
        </>
      )}
    </>
  );
}

interface LimitFieldsProps {
  readonly limits: PuppetLimits;
  readonly onChange: (limits: PuppetLimits) => void;
}

function LimitFields({ limits, onChange }: LimitFieldsProps) {
  if (limits.kind === 'cone') {
    return (
      <>
        <Angle
          label="Opening"
          value={limits.halfAngle}
          range={[0, 180]}
          onChange={(halfAngle) => onChange({ ...limits, halfAngle })}
        />
        <RangeFields label="Twist" value={limits.twist} onChange={(twist) => onChange({ ...limits, twist })} />
        <PointFields
          label="Direction"
          unit=""
          scale={1}
          value={limits.axis}
          onChange={(axis) => Math.hypot(...axis) > 0 && onChange({ ...limits, axis })}
        />
      </>
    );
  }
  const turned = new Euler().setFromQuaternion(turnOf(limits.rotation));
  return (
    <>
      {(['x', 'y', 'z'] as const).map((axis) => (
        <RangeFields
          key={axis}
          label={`Plane ${axis}`}
          value={limits[axis]}
          onChange={(range) => onChange({ ...limits, [axis]: range })}
        />
      ))}
      <PointFields
        label="Turn of the planes"
        unit="°"
        scale={DEGREES}
        value={[turned.x, turned.y, turned.z]}
        onChange={(angles) =>
          onChange({ ...limits, rotation: turnFrom(new Quaternion().setFromEuler(new Euler(...angles))) })
        }
      />
    </>
  );
}

interface AngleProps {
  readonly label: string;
  readonly value: number;
  /** Degrees. */
  readonly range: readonly [number, number];
  readonly onChange: (value: number) => void;
}

function Angle({ label, value, range, onChange }: AngleProps) {
  return (
    <NumberField
      label={label}
      unit="°"
      value={value}
      scale={DEGREES}
      min={range[0]}
      max={range[1]}
      isOptional={false}
      emptyText=""
      isDisabled={false}
      onChange={(next) => next !== null && onChange(next)}
    />
  );
}

interface RangeFieldsProps {
  readonly label: string;
  readonly value: { readonly min: number; readonly max: number };
  readonly onChange: (value: { min: number; max: number }) => void;
}

/** Two ends of a range; the one that was written last wins where they cross. */
function RangeFields({ label, value: { min, max }, onChange }: RangeFieldsProps) {
  return (
    <>
      <Angle
        label={`${label}, lowest`}
        value={min}
        range={[-180, 180]}
        onChange={(next) => onChange({ min: next, max: Math.max(next, max) })}
      />
      <Angle
        label={`${label}, highest`}
        value={max}
        range={[-180, 180]}
        onChange={(next) => onChange({ min: Math.min(next, min), max: next })}
      />
    </>
  );
}
