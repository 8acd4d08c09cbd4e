import { joined, zipOf } from '../readers/smallFiles.js';
import { npyBytes, pickled, pickledArray } from '../readers/smplFiles.js';
import { type Bomb, fill, textBomb } from './bomb.js';

const code = (text: string) => new TextEncoder().encode(text);

/** Tables, settings and body models. */
export const tableBombs: readonly Bomb[] = [
  {
    name: 'an array of 60 million bytes',
    reader: 'SMPL npz',
    make: () => {
      const zeros = npyBytes({ shape: [60_000_000], values: new Float64Array(7_500_000) });
      // The same bytes as numbers of one byte each.
      zeros.set(code('|u1'), zeros.indexOf('<'.charCodeAt(0)));
      return zipOf(
        ['v_template', 'shapedirs', 'J_regressor', 'weights', 'kintree_table', 'f'].map((name) => ({
          name: `${name}.npy`,
          bytes: zeros,
          isDeflated: true,
        })),
      );
    },
  },
  { name: 'sparse matrices inside of sparse matrices', reader: 'SMPL pkl', make: nestedSparse },
  { name: 'a sparse matrix whose lines overlap', reader: 'SMPL pkl', make: overlappingLines },
  {
    name: 'a text of 300 kB that is encoded 400 000 times',
    reader: 'SMPL pkl',
    make: () => {
      const encode = code('c_codecs\nencode\n');
      const long = joined(
        Uint8Array.of(0x58),
        new Uint8Array(Int32Array.of(300_000).buffer),
        code('a'.repeat(300_000)),
      );
      const again = new Uint8Array(7 * 400_000).map((_, i) => [0x68, 0, 0x68, 1, 0x85, 0x52, 0x30][i % 7]);
      const head = joined(Uint8Array.of(0x80, 2), encode, code('q\x000'), long, code('q\x010'));
      return joined(head, again, code('N.'));
    },
  },
  {
    name: 'an empty matrix of 16 million entries, six times',
    reader: 'SMPL pkl',
    make: () => {
      const { text, int, tuple, instance } = pickled;
      const empty = pickledArray({ shape: [0], values: new Float64Array(0) });
      const matrix = () =>
        instance(
          'scipy.sparse.csr',
          'csr_matrix',
          text('_shape'),
          tuple(int(4), int(4_000_000)),
          text('data'),
          empty,
          text('indices'),
          empty,
          text('indptr'),
          pickledArray({ shape: [5], values: new Float64Array(5) }),
        );
      const names = ['v_template', 'shapedirs', 'J_regressor', 'weights', 'kintree_table', 'f'];
      return joined(Uint8Array.of(0x80, 2), code('}('), ...names.flatMap((name) => [text(name), matrix()]), code('u.'));
    },
  },
  {
    name: 'a number of two million digits',
    reader: 'SMPL pkl',
    make: () =>
      joined(
        Uint8Array.of(0x80, 2, 0x8b),
        new Uint8Array(Int32Array.of(4_000_000).buffer),
        new Uint8Array(4_000_000).fill(0x7f),
        code('.'),
      ),
  },
  {
    name: 'marks',
    reader: 'SMPL pkl',
    make: () => joined(Uint8Array.of(0x80, 2), code('('.repeat(4_900_000)), code('.')),
  },
  {
    name: 'lists of lists',
    reader: 'SMPL pkl',
    make: () => joined(Uint8Array.of(0x80, 2), code(']'.repeat(2_000_000)), code('a'.repeat(1_999_999)), code('.')),
  },
  textBomb('700 000 columns', 'people CSV', () => Array.from({ length: 700_000 }, (_, i) => i.toString(36)).join()),
  textBomb('a million rows', 'people CSV', () => `id,sex,stature_cm\n${fill('a,f\n', 'id,sex,stature_cm\n')}`),
  textBomb('quotes', 'people CSV', () => `id,sex\n${fill('"', 'id,sex\n')}`),
  textBomb('blanks', 'vertices', () => `a${fill(' ', 'ab')}b`),
  textBomb('names without numbers', 'vertices', () => fill('a ')),
  textBomb('many entries in one line', 'vertices', () => fill('a=1 ')),
  textBomb('many entries', 'vertices', () => Array.from({ length: 400_000 }, (_, i) => `a${i}=1\n`).join('')),
  ...[
    'profile',
    'embody settings',
    'remote body settings',
    'walls',
    'combination',
    'DH skeleton',
    'markers',
    'betas',
    'offsets',
  ].map((reader) => textBomb('brackets', reader, () => fill('['))),
  textBomb(
    'a million keys',
    'embody settings',
    () => `{${Array.from({ length: 400_000 }, (_, i) => `"a${i}":1`).join()}}`,
  ),
  textBomb(
    '100 000 markers',
    'markers',
    () =>
      `{"format":"leib-markers/1","markers":{${Array.from({ length: 150_000 }, (_, i) => `"a${i}":{"bone":"head"}`).join()}}}`,
  ),
  textBomb(
    '60 000 pieces',
    'combination',
    () =>
      `{"format":"leib-combination/1","takes":{"a":{"file":"a"}},"pieces":[${Array.from({ length: 150_000 }, () => '{"take":"a"}').join()}]}`,
  ),
  textBomb(
    '30 000 takes and a piece that names none',
    'combination',
    () =>
      `{"format":"leib-combination/1","takes":{${Array.from({ length: 150_000 }, (_, i) => `"${i}":{"file":"a"}`).join()}},"pieces":[{"take":"a"}]}`,
  ),
  textBomb('a million numbers', 'betas', () => `{"format":"leib-betas/1","betas":[${fill('0,', ' '.repeat(60))}0]}`),
  textBomb(
    '60 000 clips',
    'clip list',
    () => `{"clips":[${Array.from({ length: 300_000 }, () => '{"file":"a"}').join()}]}`,
  ),
  textBomb(
    'frames',
    'puppet take',
    () =>
      `{"format":"leib-puppet-take/1","name":"t","hz":60,"parts":["a"],"spreadParts":[],"handCount":1}\n${fill('{"joints":[],"spreads":[],"hands":[]}\n', ' '.repeat(120))}`,
  ),
];

/** Lines of a matrix that begin and end anywhere: each takes all entries again. */
function overlappingLines(): Uint8Array {
  const { text, int, tuple, instance } = pickled;
  const count = 40_000;
  const values = (each: (i: number) => number, length = count) =>
    pickledArray({ shape: [length], values: Float64Array.from({ length }, (_, i) => each(i)) });
  const matrix = instance(
    'scipy.sparse.csr',
    'csr_matrix',
    text('_shape'),
    tuple(int(count), int(1)),
    text('data'),
    values(() => 1),
    text('indices'),
    values(() => 0),
    text('indptr'),
    values((i) => (i % 2) * count, count + 1),
  );
  return joined(Uint8Array.of(0x80, 2), code('}('), text('v_template'), matrix, code('u.'));
}

/** data, indices and indptr of a matrix are matrices themselves, 14 levels down, and all the same at each level. */
function nestedSparse(): Uint8Array {
  const { text, int, tuple, instance } = pickled;
  let inner: Uint8Array = pickledArray({ shape: [4], values: new Float64Array(4) });
  for (let level = 0; level < 14; level++) {
    const put = Uint8Array.of(0x71, level);
    const get = Uint8Array.of(0x68, level);
    inner = instance(
      'scipy.sparse.csr',
      'csr_matrix',
      text('_shape'),
      tuple(int(4), int(4_000_000)),
      text('data'),
      joined(inner, put),
      text('indices'),
      get,
      text('indptr'),
      get,
    );
  }
  return joined(Uint8Array.of(0x80, 2), code('}('), text('v_template'), inner, code('u.'));
}
