import {
  type Curve,
  curveFromJson,
  curveToJson,
  insertCurveKey,
  moveCurveKey,
  removeCurveKey,
  setCurveKeyTangents,
} from '@leib/core';
import { defaultEmbodySettings, type GaitCurvesJson, gaitCurveNames, thesisEmbodySettings } from '@leib/embody';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import type { DataEditorProps } from '../../ui/SettingsPanel.js';
import { createPlotFrame, curvePath, type PlotFrame, plotX, plotY, timeAt, valueAt } from './curvePlot.js';
import './curvesEditor.css';

type CurveName = (typeof gaitCurveNames)[number];

const THUMB = { width: 50, height: 26, margin: 3 } as const;
const PLOT = { width: 262, height: 130, margin: 12 } as const;
/** Length of a drawn tangent, pixels. */
const ARM = 26;

/** All curves of the gait in small, one of them to be edited. Every change is a step of the settings' history. */
export default function CurvesEditor({ value, values, onChange, onSettled }: DataEditorProps) {
  const [name, setName] = useState<CurveName>('footLiftForward');
  const base = values.solver === 'thesis' ? thesisEmbodySettings.gait : defaultEmbodySettings.gait;
  const curves = (value as GaitCurvesJson | null) ?? base.curves;
  return (
    <div className="curves">
      <div className="curve-list" role="radiogroup" aria-label="Curve">
        {gaitCurveNames.map((each) => (
          <label key={each} className="curve-thumb" title={describe(each)} data-active={each === name}>
            <input
              type="radio"
              name="gait-curve"
              aria-label={describe(each)}
              checked={each === name}
              onChange={() => setName(each)}
            />
            <Thumb curve={curveFromJson(curves[each], each)} />
          </label>
        ))}
      </div>
      <CurvePlot
        key={name}
        label={describe(name)}
        curve={curveFromJson(curves[name], name)}
        onChange={(curve) => onChange({ ...curves, [name]: curveToJson(curve) })}
        onSettled={onSettled}
      />
    </div>
  );
}

function Thumb({ curve }: { readonly curve: Curve }) {
  const frame = createPlotFrame(curve, THUMB);
  return (
    <svg width={THUMB.width} height={THUMB.height} aria-hidden>
      <path d={curvePath(curve, frame)} />
    </svg>
  );
}

/** What is being dragged: a key, or the tangent before (-1) or after (1) it. */
interface Held {
  readonly key: number;
  readonly tangent: -1 | 0 | 1;
}

interface CurvePlotProps {
  readonly label: string;
  readonly curve: Curve;
  readonly onChange: (curve: Curve) => void;
  readonly onSettled: () => void;
}

function CurvePlot({ label, curve, onChange, onSettled }: CurvePlotProps) {
  const [selected, setSelected] = useState(0);
  const svg = useRef<SVGSVGElement>(null);
  const held = useRef<Held | null>(null);
  // While a key is dragged the axes stay as they were: else it would run away from the pointer.
  const heldFrame = useRef<PlotFrame | null>(null);
  const frame = heldFrame.current ?? createPlotFrame(curve, PLOT);
  const key = Math.min(selected, curve.times.length - 1);

  function pointerAt(event: { readonly clientX: number; readonly clientY: number }): readonly [x: number, y: number] {
    const { left, top } = svg.current?.getBoundingClientRect() ?? { left: 0, top: 0 };
    return [event.clientX - left, event.clientY - top];
  }

  function grab(event: PointerEvent, next: Held): void {
    event.preventDefault();
    svg.current?.setPointerCapture(event.pointerId);
    held.current = next;
    heldFrame.current = frame;
    setSelected(next.key);
  }

  function drag(event: PointerEvent): void {
    if (!held.current) return;
    const [x, y] = pointerAt(event);
    const dragged = dragCurve(curve, held.current, timeAt(frame, x), valueAt(frame, y));
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
          {curve.times[key].toFixed(2)} → {curve.values[key].toFixed(3)}
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
        aria-label={`${label}: drag keys and tangents, double-click adds a key, Delete removes it`}
        onPointerMove={drag}
        onPointerUp={letGo}
        onPointerCancel={letGo}
        onDoubleClick={(event) => addAt(timeAt(frame, pointerAt(event)[0]))}
        onKeyDown={onKeyDown}
      >
        <line x1={0} x2={PLOT.width} y1={plotY(frame, 0)} y2={plotY(frame, 0)} />
        <path d={curvePath(curve, frame)} />
        {([-1, 1] as const).map((side) => (
          <Tangent key={side} curve={curve} index={key} side={side} frame={frame} onGrab={grab} />
        ))}
        <Keys curve={curve} selected={key} frame={frame} onGrab={grab} />
      </svg>
    </>
  );
}

/** The curve with a key or a tangent dragged to a place; null where the tangent would point the wrong way. */
function dragCurve(curve: Curve, { key, tangent }: Held, time: number, value: number): Curve | null {
  if (tangent === 0) return moveCurveKey(curve, key, time, value);
  const run = time - curve.times[key];
  if (run * tangent < 1e-6) return null;
  const slope = (value - curve.values[key]) / run;
  return setCurveKeyTangents(curve, key, slope, slope);
}

interface KeysProps {
  readonly curve: Curve;
  readonly selected: number;
  readonly frame: PlotFrame;
  readonly onGrab: (event: PointerEvent, held: Held) => void;
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
  readonly onGrab: (event: PointerEvent, held: Held) => void;
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

/** "footLiftForward" -> "Foot lift forward" */
function describe(name: string): string {
  const words = name.replace(/([A-Z])/g, ' $1').toLowerCase();
  return words[0].toUpperCase() + words.slice(1);
}
