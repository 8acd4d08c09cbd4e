import type { Mesh } from './mesh.js';

/** A name on one line. */
const onOneLine = (name: string): string => name.replace(/[\r\n\\]+/g, ' ').trim();

/** Writes a mesh as Wavefront OBJ: vertices in their order, to the nanometre where the unit is the metre. */
export function writeObj({ name, positions, triangles, groups }: Mesh): Uint8Array<ArrayBuffer> {
  const lines: string[] = [];
  if (onOneLine(name) !== '') lines.push(`o ${onOneLine(name)}`);
  for (let at = 0; at < positions.length; at += 3) {
    lines.push(`v ${decimal(positions[at])} ${decimal(positions[at + 1])} ${decimal(positions[at + 2])}`);
  }
  const starts = new Map(groups.map((group) => [group.firstTriangle, onOneLine(group.name)]));
  for (let at = 0; at < triangles.length; at += 3) {
    const start = starts.get(at / 3);
    if (start !== undefined) lines.push(`g ${start}`);
    lines.push(`f ${triangles[at] + 1} ${triangles[at + 1] + 1} ${triangles[at + 2] + 1}`);
  }
  return new TextEncoder().encode(`${lines.join('\n')}\n`);
}

/** Plain digits: some readers know no exponents. */
function decimal(value: number): string {
  return value.toFixed(9).replace(/\.?0+$/, '');
}
