import type { Thing } from '@leib/stage';
import { drawBoxes } from './boxFaces.js';

/** What stands before the participant in a task, drawn from behind their head; nothing where nothing does. */
export function BoxesPicture({ things }: { readonly things: readonly Thing[] }) {
  const { faces, numbers, frame } = drawBoxes(things);
  if (faces.length === 0) return null;
  return (
    <svg
      className="study-boxes"
      viewBox={frame.map((pixels) => pixels.toFixed(0)).join(' ')}
      role="img"
      aria-label={`${numbers.length} boxes, numbered for a right-handed participant`}
    >
      {faces.map(({ id, points, kind, light }) => (
        <polygon key={`${id} ${points}`} points={points} data-kind={kind} fillOpacity={light} />
      ))}
      {numbers.map(({ text, x, y }) => (
        <text key={`${text} ${x}`} x={x} y={y}>
          {text}
        </text>
      ))}
    </svg>
  );
}
