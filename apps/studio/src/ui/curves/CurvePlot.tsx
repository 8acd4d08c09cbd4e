import './curvePlot.css';
import { type Curve, insertCurveKey, moveCurveKey, removeCurveKey, setCurveKeyTangents } from '@leib/core';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { Button } from '../Button.js';
import { fixedText } from '../fixedText.js';
import { NumberField } from '../NumberField.js';
import { createPlotFrame, curvePath, type PlotFrame, plotX, plotY, timeAt, valueAt } from './plotFrame.js';

const PLOT = { width: 262, height: 130, margin: 12 } as const;
/** Length of a drawn tangent, pixels. */
const ARM = 26;

interface CurvePlotProps {
  readonly label: string;
  readonly curve: Curve;
  /** First and last time that are shown; absent: the curve's own. */
  readonly span?: readonly [from: number, to: number];
  /** Whether tangents can be dragged; without, the curve is smooth by itself. */
  readonly hasTangents?: boolean;
  readonly onChange: (curve: Curve) => void;
  /** A drag has ended, or a key was added or taken away. */
  readonly onSettled: () => void;
}

/** A curve to be edited: keys and tangents are dragged or typed, a double click adds a key. */
export function CurvePlot({ label, curve, span, hasTangents = true, onChange, onSettled }: CurvePlotProps) {
  const [selected, setSelected] = useState(0);
  const svg = useRef<SVGSVGElement>(null);
  const held = useRef<HeldHandle | null>(null);
  // While a key is dragged the axes stay as they were: else it would run away from the pointer.
  const heldFrame = useRef<PlotFrame | null>(null);
  const frame = heldFrame.current ?? createPlotFrame(curve, PLOT, span);
  const key = Math.min(selected, curve.times.length - 1);
  const [isJoinWanted, setJoinWanted] = useState(true);
  const isJoined = isJoinWanted && !isSplit(curve, key);

  function pointerAt(event: { readonly clientX: number; readonly clientY: number }): readonly [x: number, y: number] {
    const { left, top } = svg.current?.getBoundingClientRect() ?? { left: 0, top: 0 };
    return [event.clientX - left, event.clientY - top];
  }

  function grab(event: PointerEvent, next: HeldHandle): void {
    event.preventDefault();
    svg.current?.setPointerCapture(event.pointerId);
    held.current = next;
    heldFrame.current = frame;
    setSelected(next.key);
  }

  function drag(event: PointerEvent): void {
    if (!held.current) return;
    const [x, y] = pointerAt(event);
    const dragged = dragCurve(curve, held.current, timeAt(frame, x), valueAt(frame, y), isJoined);
    if (dragged !== null) onChange(dragged);
  }

  function letGo(): void {
    if (!held.current) return;
    held.current = null;
    heldFrame.current = null;
    onSettled();
  }

  function addAt(time: number): void {
    const added = insertCurveKey(curve, time);
    setSelected(added.index);
    onChange(added.curve);
    onSettled();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
      event.preventDefault();
      setSelected(Math.max(0, Math.min(curve.times.length - 1, key + (event.key === 'ArrowLeft' ? -1 : 1))));
      return;
    }
    if ((event.key !== 'Delete' && event.key !== 'Backspace') || curve.times.length <= 1) return;
    event.preventDefault();
    onChange(removeCurveKey(curve, key));
    onSettled();
  }

  return (
    <>
      <p className="curve-name">
        {label}
        <output>
          {fixedText(curve.times[key], 2)} → {fixedText(curve.values[key], 3)}
        </output>
      </p>
      <svg
        ref={svg}
        className="curve-plot"
        width={PLOT.width}
        height={PLOT.height}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys are removed with the keyboard.
        tabIndex={0}
        role="img"
        aria-label={`${label}: drag keys${hasTangents ? ' and tangents' : ''}, double-click adds a key, arrows choose one, Delete removes it`}
        onPointerMove={drag}
        onPointerUp={letGo}
        onPointerCancel={letGo}
        onDoubleClick={(event) => addAt(timeAt(frame, pointerAt(event)[0]))}
        onKeyDown={onKeyDown}
      >
        <line x1={0} x2={PLOT.width} y1={plotY(frame, 0)} y2={plotY(frame, 0)} />
        <path d={curvePath(curve, frame)} />
        {hasTangents &&
          ([-1, 1] as const).map((side) => (
            <Tangent key={side} curve={curve} index={key} side={side} frame={frame} onGrab={grab} />
          ))}
        <Keys curve={curve} selected={key} frame={frame} onGrab={grab} />
      </svg>
      <KeyFields
        curve={curve}
        index={key}
        hasTangents={hasTangents}
        isJoined={isJoined}
        onSelect={setSelected}
        onJoin={setJoinWanted}
        onEdit={(edited) => {
          onChange(edited);
          onSettled();
        }}
      />
    </>
  );
}

interface KeysProps {
  readonly curve: Curve;
  readonly selected: number;
  readonly frame: PlotFrame;
  readonly onGrab: (event: PointerEvent, held: HeldHandle) => void;
}

function Keys({ curve, selected, frame, onGrab }: KeysProps) {
  return Array.from(curve.times, (time, i) => (
    <circle
      // Keys keep their index while they are dragged.
      // biome-ignore lint/suspicious/noArrayIndexKey: a key has no other name.
      key={i}
      cx={plotX(frame, time)}
      cy={plotY(frame, curve.values[i])}
      r={5}
      data-active={i === selected}
      onPointerDown={(event) => onGrab(event, { key: i, tangent: 0 })}
    />
  ));
}

interface TangentProps {
  readonly curve: Curve;
  readonly index: number;
  readonly side: -1 | 1;
  readonly frame: PlotFrame;
  readonly onGrab: (event: PointerEvent, held: HeldHandle) => void;
}

function Tangent({ curve, index, side, frame, onGrab }: TangentProps) {
  const slope = side < 0 ? curve.inTangents[index] : curve.outTangents[index];
  if (!Number.isFinite(slope)) return null;
  const x = plotX(frame, curve.times[index]);
  const y = plotY(frame, curve.values[index]);
  const run = frame.perTime;
  const rise = -slope * frame.perValue;
  const scale = (side * ARM) / Math.hypot(run, rise);
  const [endX, endY] = [x + run * scale, y + rise * scale];
  return (
    <g className="tangent">
      <line x1={x} y1={y} x2={endX} y2={endY} />
      <circle cx={endX} cy={endY} r={4} onPointerDown={(event) => onGrab(event, { key: index, tangent: side })} />
    </g>
  );
}

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
function KeyFields({ curve, index, hasTangents, isJoined, onSelect, onJoin, onEdit }: KeyFieldsProps) {
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

/** What is being dragged: a key, or the tangent before (-1) or after (1) it. */
interface HeldHandle {
  readonly key: number;
  readonly tangent: -1 | 0 | 1;
}

/**
 * The curve with a key or a tangent dragged to a place; null where the tangent would point the wrong way. Joined tangents
 * turn together.
 */
export function dragCurve(
  curve: Curve,
  { key, tangent }: HeldHandle,
  time: number,
  value: number,
  isJoined: boolean,
): Curve | null {
  if (tangent === 0) return moveCurveKey(curve, key, time, value);
  const run = time - curve.times[key];
  if (run * tangent < 1e-6) return null;
  return setSlope(curve, key, tangent, (value - curve.values[key]) / run, isJoined);
}

/** The curve with the slope before (-1) or after (1) a key set; joined: with both. */
export function setSlope(curve: Curve, key: number, side: -1 | 1, slope: number, isJoined: boolean): Curve {
  const before = side < 0 || isJoined ? slope : curve.inTangents[key];
  const after = side > 0 || isJoined ? slope : curve.outTangents[key];
  return setCurveKeyTangents(curve, key, before, after);
}

/** Whether the slopes before and after a key differ: they cannot be dragged as one. */
export function isSplit(curve: Curve, key: number): boolean {
  return curve.inTangents[key] !== curve.outTangents[key];
}

/** A time for one more key: halfway to the next key, or to the one before the last. */
export function timeForKey(curve: Curve, key: number): number {
  const { times } = curve;
  if (times.length === 1) return times[0] + 1;
  const other = key < times.length - 1 ? key + 1 : key - 1;
  return (times[key] + times[other]) / 2;
}
