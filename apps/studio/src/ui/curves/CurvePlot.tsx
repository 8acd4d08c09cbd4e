import { type Curve, insertCurveKey, removeCurveKey } from '@leib/core';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { dragCurve, type HeldHandle, isSplit } from './editKey.js';
import { KeyFields } from './KeyFields.js';
import { createPlotFrame, curvePath, type PlotFrame, plotX, plotY, timeAt, valueAt } from './plotFrame.js';
import './curvePlot.css';
import { fixedText } from '../fixedText.js';

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
