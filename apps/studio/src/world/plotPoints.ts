import type { Meter } from './meter.js';

/** A meter's samples as points of an SVG line over the whole width; `full` is the value at the top. */
export function plotPoints({ samples, next, count }: Meter, width: number, height: number, full: number): string {
  const points: string[] = [];
  for (let i = 0; i < count; i++) {
    const value = samples[(next - count + i + samples.length) % samples.length];
    const x = (i / Math.max(1, count - 1)) * width;
    const y = height - 1 - Math.min(1, value / full) * (height - 2);
    points.push(`${x.toFixed(1)},${y.toFixed(1)}`);
  }
  return points.join(' ');
}
