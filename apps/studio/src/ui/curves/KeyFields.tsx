import { type Curve, insertCurveKey, moveCurveKey, removeCurveKey } from '@leib/core';
import { Button } from '../Button.js';
import { NumberField } from '../NumberField.js';
import { isSplit, setSlope, timeForKey } from './editKey.js';

interface KeyFieldsProps {
  readonly curve: Curve;
  /** The selected key. */
  readonly index: number;
  readonly hasTangents: boolean;
  /** Both slopes of a key are one. */
  readonly isJoined: boolean;
  readonly onSelect: (index: number) => void;
  readonly onJoin: (isJoined: boolean) => void;
  /** A whole edit: a step of its own in the history. */
  readonly onEdit: (curve: Curve) => void;
}

/** The selected key of a curve as numbers to type, and buttons for what the pointer does. */
export function KeyFields({ curve, index, hasTangents, isJoined, onSelect, onJoin, onEdit }: KeyFieldsProps) {
  const count = curve.times.length;
  const field = (label: string, value: number, take: (value: number) => Curve, isDisabled = false) => (
    <NumberField
      label={label}
      value={Number.isFinite(value) ? value : null}
      min={-1000}
      max={1000}
      emptyText="step"
      isDisabled={isDisabled}
      onChange={(next) => next !== null && onEdit(take(next))}
    />
  );
  return (
    <div className="key-fields">
      <div className="key-buttons">
        <Button className="small" disabled={index === 0} onClick={() => onSelect(index - 1)}>
          ‹
        </Button>
        <span>
          Key {index + 1} of {count}
        </span>
        <Button className="small" disabled={index === count - 1} onClick={() => onSelect(index + 1)}>
          ›
        </Button>
        <Button
          className="small"
          title="One more key beside this one, on the curve"
          onClick={() => {
            const added = insertCurveKey(curve, timeForKey(curve, index));
            onSelect(added.index);
            onEdit(added.curve);
          }}
        >
          Add
        </Button>
        <Button
          className="small"
          title="Takes this key away"
          disabled={count <= 1}
          onClick={() => onEdit(removeCurveKey(curve, index))}
        >
          Remove
        </Button>
      </div>
      {field('At', curve.times[index], (time) => moveCurveKey(curve, index, time, curve.values[index]))}
      {field('Value', curve.values[index], (value) => moveCurveKey(curve, index, curve.times[index], value))}
      {hasTangents && (
        <>
          {field('Slope in', curve.inTangents[index], (slope) => setSlope(curve, index, -1, slope, isJoined))}
          {field('Slope out', curve.outTangents[index], (slope) => setSlope(curve, index, 1, slope, isJoined))}
          <label className="row join-tangents" title="Off: the curve may have a corner at this key">
            <input
              type="checkbox"
              checked={isJoined}
              onChange={(event) => {
                onJoin(event.target.checked);
                const { checked } = event.target;
                if (checked && isSplit(curve, index)) onEdit(setSlope(curve, index, 1, curve.outTangents[index], true));
              }}
            />
            Slopes in and out are one
          </label>
        </>
      )}
    </div>
  );
}
