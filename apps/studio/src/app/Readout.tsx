import { useEffect, useRef, useState } from 'react';
import { type Meter, medianOf } from '../world/meter.js';
import { useStudio } from './StudioContext.js';

const REFRESH_MS = 250;
/** The script's share of a 90 Hz frame that we allow ourselves, milliseconds; the plot's full height. */
const BUDGET_MS = 2;

/** What a frame costs: script time and solver time, with the last seconds as a line. */
export function Readout() {
  const { meters } = useStudio().world;
  const canvas = useRef<HTMLCanvasElement>(null);
  const [text, setText] = useState({ frame: '–', solve: '–', fps: '–' });

  useEffect(() => {
    const timer = setInterval(() => {
      const interval = medianOf(meters.interval);
      setText({
        frame: medianOf(meters.frame).toFixed(1),
        solve: (medianOf(meters.solve) * 1000).toFixed(0),
        fps: interval > 0 ? (1000 / interval).toFixed(0) : '–',
      });
      if (canvas.current) plot(canvas.current, meters.frame);
    }, REFRESH_MS);
    return () => clearInterval(timer);
  }, [meters]);

  return (
    <div className="readout" title="Script time per frame, time of the body solver, frames a second (medians)">
      <canvas ref={canvas} width={120} height={36} aria-hidden />
      <span data-testid="frame-ms">{text.frame} ms</span>
      <span data-testid="solve-us">solve {text.solve} µs</span>
      <span data-testid="fps">{text.fps} fps</span>
    </div>
  );
}

function plot(canvas: HTMLCanvasElement, meter: Meter): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const { width, height } = canvas;
  const { samples, next, count } = meter;
  context.clearRect(0, 0, width, height);
  context.strokeStyle = getComputedStyle(canvas).color;
  context.lineWidth = 2;
  context.beginPath();
  for (let i = 0; i < count; i++) {
    const milliseconds = samples[(next - count + i + samples.length) % samples.length];
    context.lineTo(
      (i / Math.max(1, samples.length - 1)) * width,
      height - 2 - Math.min(1, milliseconds / BUDGET_MS) * (height - 4),
    );
  }
  context.stroke();
}
