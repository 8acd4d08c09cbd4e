import { type ThreeAxisJoint, toThreeAxisJoint } from '@leib/reembody';
import { NumberField } from '../../../ui/NumberField.js';
import { commonValue } from './commonValue.js';
import { driveFields, limitFields } from './driveFields.js';
import type { EditorTabProps } from './editorTab.js';

const symmetricLimits = [
  { key: 'yLimit', label: 'y ±' },
  { key: 'zLimit', label: 'z ±' },
] as const;

/** The selected joints as one joint with three axes each: what is set for y and z holds for both. */
export function OneJointFields({ controller, settings, onChange }: EditorTabProps) {
  const { selected, edits } = controller;
  const joints = selected.flatMap((bone): ThreeAxisJoint[] => {
    const joint = settings.joints[bone];
    return joint ? [toThreeAxisJoint(joint)] : [];
  });
  const common = (of: (joint: ThreeAxisJoint) => number | null) => commonValue(joints.map(of));
  const set = (change: (joint: ThreeAxisJoint) => ThreeAxisJoint) => onChange(edits.changedThreeAxis(selected, change));
  const isDisabled = joints.length === 0;
  return (
    <div className="joint-fields">
      {limitFields.map(({ key, label, ...field }) => (
        <NumberField
          key={key}
          {...field}
          label={`x ${label.toLowerCase()}`}
          value={common(({ x }) => x[key])}
          emptyText="various"
          isDisabled={isDisabled}
          onChange={(value) => value !== null && set((joint) => ({ ...joint, x: { ...joint.x, [key]: value } }))}
        />
      ))}
      {symmetricLimits.map(({ key, label }) => (
        <NumberField
          key={key}
          label={label}
          unit="°"
          scale={180 / Math.PI}
          min={0}
          max={180}
          value={common((joint) => joint[key])}
          emptyText="various"
          isDisabled={isDisabled}
          onChange={(value) => value !== null && set((joint) => ({ ...joint, [key]: value }))}
        />
      ))}
      {(['x', 'yz'] as const).flatMap((drive) =>
        driveFields.map(({ key, label, ...field }) => (
          <NumberField
            key={`${drive} ${key}`}
            {...field}
            label={`${label} ${drive}`}
            value={common((joint) => joint[drive][key])}
            isOptional={key !== 'maxTorque'}
            emptyText={joints.some((joint) => joint[drive][key] !== null) ? 'various' : 'from inertia'}
            isDisabled={isDisabled}
            onChange={(value) => set((joint) => ({ ...joint, [drive]: { ...joint[drive], [key]: value } }))}
          />
        )),
      )}
    </div>
  );
}
