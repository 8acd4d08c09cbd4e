import { FormatError } from '@leib/formats';

/** Vertices of a body by name, and the topology that they belong to. */
export interface NamedVertices {
  readonly indices: ReadonlyMap<string, number>;
  /** Vertex count of the meshes that the indices are for; null where the file does not state it. */
  readonly vertexCount: number | null;
}

const SMPL_VERTEX_COUNT = 6890;

/**
 * Places on SMPL's surface as the literature numbers them (Schirm, "Selbstavatare in virtueller Realität", 2017, chapter 3.3,
 * uses these names). A file that has one of them is for SMPL, and its measures would be wrong on any other mesh.
 */
const smplPlaces: ReadonlyMap<string, number> = new Map([
  ['FingerTipLeft', 2446],
  ['FingerTipRight', 5906],
  ['HeadTop', 412],
  ['HeelLeft', 3466],
  ['BellyButton', 3501],
  ['Crotch', 1210],
]);

/** Letters of a line: looking for entries takes time that grows with the square of it. */
const LONGEST_LINE = 10_000;

const entryPattern = /\s*([^=\s][^=]*?)\s*=\s*(-?[\w.]+)(?=[\s,;]|$)[\s,;]*/y;
const countPattern = /^\s*(?:#|\/\/)\s*vertex\s*count\s*[:=]\s*(\d+)\s*$/i;

/**
 * Parses `Name = index`, one or more per line; `#` and `//` begin comments, and the comment `# vertexCount = 6890`
 * states the vertex count of the meshes. Without it a file with SMPL's own vertices is for SMPL, any other for any mesh.
 * Throws FormatError with line and reason.
 */
export function parseNamedVertices(text: string): NamedVertices {
  const indices = new Map<string, number>();
  let vertexCount: number | null = null;
  text.split(/\r\n|\n|\r/).forEach((whole, i) => {
    const where = `line ${i + 1}`;
    if (whole.length > LONGEST_LINE) {
      throw new FormatError(
        'vertices',
        where,
        `expected at most ${LONGEST_LINE} letters in a line, got ${whole.length}`,
      );
    }
    const count = countPattern.exec(whole)?.[1];
    if (count !== undefined) vertexCount = Number(count);
    const line = whole.replace(/(?:#|\/\/)[\s\S]*$/, '').replace(/^\uFEFF/, '');
    entryPattern.lastIndex = 0;
    let at = 0;
    while (line.slice(at).trim() !== '') {
      entryPattern.lastIndex = at;
      const entry = entryPattern.exec(line);
      if (entry === null) {
        throw new FormatError(
          'vertices',
          where,
          `expected "Name = index", got "${line.slice(at).trim().slice(0, 40)}"`,
        );
      }
      at = entryPattern.lastIndex;
      const [, name, indexText] = entry;
      if (!/^\d{1,9}$/.test(indexText)) {
        throw new FormatError('vertices', where, `${name}: expected a vertex number, got "${indexText}"`);
      }
      const index = Number(indexText);
      if ((indices.get(name) ?? index) !== index) {
        throw new FormatError('vertices', where, `${name}: expected ${indices.get(name)} as before, got ${index}`);
      }
      indices.set(name, index);
    }
  });
  if (indices.size === 0) throw new FormatError('vertices', '', 'expected lines "Name = index", got none');
  vertexCount ??= isForSmpl(indices) ? SMPL_VERTEX_COUNT : null;
  for (const [name, index] of indices) {
    if (vertexCount === null || index < vertexCount) continue;
    throw new FormatError('vertices', '', `expected a vertex below ${vertexCount} for ${name}, got ${index}`);
  }
  return { indices, vertexCount };
}

function isForSmpl(indices: ReadonlyMap<string, number>): boolean {
  for (const [name, index] of smplPlaces) if (indices.get(name) === index) return true;
  return false;
}

/** Reason why named vertices do not fit a mesh; null where they do. */
export function whyNotOn(names: NamedVertices, vertexCount: number): string | null {
  if (names.vertexCount !== null && names.vertexCount !== vertexCount) {
    const whose = names.vertexCount === SMPL_VERTEX_COUNT ? ' (SMPL)' : '';
    return `expected ${names.vertexCount} vertices${whose} as in the vertices file, got ${vertexCount}`;
  }
  for (const [name, index] of names.indices) {
    if (index >= vertexCount) return `expected a vertex below ${vertexCount} for ${name}, got ${index}`;
  }
  return null;
}

/** A straight distance between two named places. */
export interface BodyDistance {
  readonly name: string;
  readonly from: string;
  readonly to: string;
}

/**
 * Parses `From, To, Name`, one per line; `#` and `//` begin comments. From and To must be in every vertices file, names
 * must be unique. Throws FormatError with line and reason.
 */
export function parseBodyDistances(text: string, names: readonly NamedVertices[]): BodyDistance[] {
  const distances: BodyDistance[] = [];
  text.split(/\r\n|\n|\r/).forEach((whole, i) => {
    const line = whole
      .replace(/(?:#|\/\/)[\s\S]*$/, '')
      .replace(/^\uFEFF/, '')
      .trim();
    if (line === '') return;
    const where = `line ${i + 1}`;
    const parts = line.split(',').map((part) => part.trim());
    if (parts.length !== 3 || parts.includes('')) {
      throw new FormatError('distances', where, `expected "From, To, Name", got "${line.slice(0, 40)}"`);
    }
    const [from, to, name] = parts;
    for (const place of [from, to]) {
      if (names.some(({ indices }) => !indices.has(place))) {
        throw new FormatError('distances', where, `expected a name of the vertices file, got "${place}"`);
      }
    }
    if (distances.some((distance) => distance.name === name)) {
      throw new FormatError('distances', where, `expected unique names, got "${name}" a second time`);
    }
    distances.push({ name, from, to });
  });
  if (distances.length === 0) throw new FormatError('distances', '', 'expected lines "From, To, Name", got none');
  return distances;
}
