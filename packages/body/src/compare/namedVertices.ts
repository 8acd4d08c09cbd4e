import { FormatError } from '@leib/formats';

/** Places on a body by name, and the topology that their indices belong to. */
export interface NamedVertices {
  readonly indices: ReadonlyMap<string, number>;
  /** Vertices that a mesh must have for these indices to mean these places; null where the file does not say. */
  readonly vertexCount: number | null;
}

export const SMPL_VERTEX_COUNT = 6890;

/**
 * Places on SMPL's surface as the literature numbers them (Schirm, "Selbstavatare in virtueller Realität", 2017, chapter 3.3,
 * uses these names). A file that has one of them is about SMPL, and would measure nonsense on any other mesh.
 */
const smplPlaces: ReadonlyMap<string, number> = new Map([
  ['FingerTipLeft', 2446],
  ['FingerTipRight', 5906],
  ['HeadTop', 412],
  ['HeelLeft', 3466],
  ['BellyButton', 3501],
  ['Crotch', 1210],
]);

const entryPattern = /\s*([^=\s][^=]*?)\s*=\s*(-?[\w.]+)(?=[\s,;]|$)[\s,;]*/y;
const countPattern = /^\s*(?:#|\/\/)\s*vertex\s*count\s*[:=]\s*(\d+)\s*$/i;

/**
 * Reads `Name = index`, one or more to a line; `#` and `//` begin comments, and the comment `# vertexCount = 6890` says
 * how many vertices a mesh must have. Without it a file with SMPL's own places is about SMPL, any other about whatever
 * it is used on. Throws FormatError with line and reason.
 */
export function parseNamedVertices(text: string): NamedVertices {
  const indices = new Map<string, number>();
  let vertexCount: number | null = null;
  text.split(/\r\n|\n|\r/).forEach((whole, i) => {
    const where = `line ${i + 1}`;
    const count = countPattern.exec(whole)?.[1];
    if (count !== undefined) vertexCount = Number(count);
    const line = whole.replace(/(?:#|\/\/).*$/, '').replace(/^\uFEFF/, '');
    entryPattern.lastIndex = 0;
    let at = 0;
    while (line.slice(at).trim() !== '') {
      entryPattern.lastIndex = at;
      const entry = entryPattern.exec(line);
      if (entry === null) {
        throw new FormatError('vertices', where, `"${line.slice(at).trim().slice(0, 40)}" is not "Name = index"`);
      }
      at = entryPattern.lastIndex;
      const [, name, indexText] = entry;
      if (!/^\d{1,9}$/.test(indexText))
        throw new FormatError('vertices', where, `${name} is "${indexText}", no vertex`);
      const index = Number(indexText);
      if ((indices.get(name) ?? index) !== index) {
        throw new FormatError('vertices', where, `${name} is ${index} here and ${indices.get(name)} before`);
      }
      indices.set(name, index);
    }
  });
  if (indices.size === 0) throw new FormatError('vertices', '', 'the file names no vertex');
  vertexCount ??= isAboutSmpl(indices) ? SMPL_VERTEX_COUNT : null;
  for (const [name, index] of indices) {
    if (vertexCount === null || index < vertexCount) continue;
    throw new FormatError('vertices', '', `${name} is vertex ${index}, but the mesh has ${vertexCount}, from 0`);
  }
  return { indices, vertexCount };
}

function isAboutSmpl(indices: ReadonlyMap<string, number>): boolean {
  for (const [name, index] of smplPlaces) if (indices.get(name) === index) return true;
  return false;
}

/** Why named vertices cannot be used on a mesh; null where they can. */
export function whyNotOn(names: NamedVertices, vertexCount: number): string | null {
  if (names.vertexCount !== null && names.vertexCount !== vertexCount) {
    const whose = names.vertexCount === SMPL_VERTEX_COUNT ? ' (SMPL)' : '';
    return `has ${vertexCount} vertices, but the vertices file is for meshes of ${names.vertexCount}${whose}`;
  }
  for (const [name, index] of names.indices) {
    if (index >= vertexCount) return `has ${vertexCount} vertices, but ${name} is vertex ${index}`;
  }
  return null;
}
