import { type Curve, evaluateCurve } from '@leib/core';

/** How a curve's times and values lie in a picture, pixels. */
export interface PlotFrame {
  readonly left: number;
  readonly bottom: number;
  readonly fromTime: number;
  readonly fromValue: number;
  readonly toTime: number;
  /** Pixels per time and per value. */
  readonly perTime: number;
  readonly perValue: number;
}

export interface PlotSize {
  readonly width: number;
  readonly height: number;
  readonly margin: number;
}

const SAMPLES = 48;

/** The whole curve and zero fit in. `span` are the first and the last time that are shown, where not the curve's own. */
export function createPlotFrame(
  curve: Curve,
  { width, height, margin }: PlotSize,
  span: readonly [from: number, to: number] = [curve.times[0], curve.times[curve.times.length - 1]],
): PlotFrame {
  const [fromTime, lastTime] = span;
  const toTime = lastTime > fromTime ? lastTime : fromTime + 1;
  let [low, high] = [0, 0];
  for (let i = 0; i <= SAMPLES; i++) {
    const value = evaluateCurve(curve, fromTime + ((toTime - fromTime) * i) / SAMPLES);
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (high - low < 1e-6) high = low + 1;
  return {
    left: margin,
    bottom: height - margin,
    fromTime,
    fromValue: low,
    toTime,
    perTime: (width - 2 * margin) / (toTime - fromTime),
    perValue: (height - 2 * margin) / (high - low),
  };
}

export function plotX(frame: PlotFrame, time: number): number {
  return frame.left + (time - frame.fromTime) * frame.perTime;
}

export function plotY(frame: PlotFrame, value: number): number {
  return frame.bottom - (value - frame.fromValue) * frame.perValue;
}

export function timeAt(frame: PlotFrame, x: number): number {
  return frame.fromTime + (x - frame.left) / frame.perTime;
}

export function valueAt(frame: PlotFrame, y: number): number {
  return frame.fromValue + (frame.bottom - y) / frame.perValue;
}

/** As an SVG path. */
export function curvePath(curve: Curve, frame: PlotFrame): string {
  return Array.from({ length: SAMPLES + 1 }, (_, i) => {
    const time = frame.fromTime + ((frame.toTime - frame.fromTime) * i) / SAMPLES;
    const [x, y] = [plotX(frame, time), plotY(frame, evaluateCurve(curve, time))];
    return `${i === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`;
  }).join('');
}
