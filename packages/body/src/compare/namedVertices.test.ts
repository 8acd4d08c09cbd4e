import { expect, test } from 'vitest';
import { parseBodyDistances, parseNamedVertices, whyNotOn } from './namedVertices.js';

test('names and indices, one or several to a line, with comments and any line ends', () => {
  const { indices, vertexCount } = parseNamedVertices(
    '# places\r\nHeelLeft = 12\tShoulderTop = 7\r\nBelly Button=3   Nose = 4, Chin = 5 // face\n\n  Crotch  =  8\rHeelLeft = 12\n',
  );
  expect(Object.fromEntries(indices)).toEqual({
    HeelLeft: 12,
    ShoulderTop: 7,
    'Belly Button': 3,
    Nose: 4,
    Chin: 5,
    Crotch: 8,
  });
  expect(vertexCount).toBeNull();
});

test('a file says which mesh it is for; one with SMPL’s own places need not', () => {
  expect(parseNamedVertices('# vertexCount = 40\nNose = 4').vertexCount).toBe(40);
  expect(parseNamedVertices('// vertex count: 40\nNose = 4').vertexCount).toBe(40);
  expect(parseNamedVertices('HeadTop = 412\nMine = 3').vertexCount).toBe(6890);
  expect(parseNamedVertices('HeadTop = 413').vertexCount).toBeNull();
  expect(parseNamedVertices('# vertexCount = 500\nHeadTop = 412').vertexCount).toBe(500);
});

test('a mesh of another number of vertices is named, not measured', () => {
  const smpl = parseNamedVertices('HeadTop = 412');
  expect(whyNotOn(smpl, 6890)).toBeNull();
  expect(whyNotOn(smpl, 13380)).toBe('expected 6890 vertices (SMPL) as in the vertices file, got 13380');
  const unsaid = parseNamedVertices('Nose = 99');
  expect(whyNotOn(unsaid, 100)).toBeNull();
  expect(whyNotOn(unsaid, 99)).toBe('expected a vertex below 99 for Nose, got 99');
});

test.each([
  ['', 'vertices: expected lines "Name = index", got none'],
  ['Nose\n', 'vertices line 1: expected "Name = index", got "Nose"'],
  ['\nNose = 3 4\n', 'vertices line 2: expected "Name = index", got "4"'],
  ['Nose = three\n', 'vertices line 1: Nose: expected a vertex number, got "three"'],
  ['Nose = -3\n', 'vertices line 1: Nose: expected a vertex number, got "-3"'],
  ['Nose = 3.5\n', 'vertices line 1: Nose: expected a vertex number, got "3.5"'],
  ['= 3\n', 'vertices line 1: expected "Name = index", got "= 3"'],
  ['Nose = 3\nNose = 4\n', 'vertices line 2: Nose: expected 3 as before, got 4'],
  ['# vertexCount = 5\nNose = 5\n', 'vertices: expected a vertex below 5 for Nose, got 5'],
])('%j is refused with line and reason', (text, reason) => {
  expect(() => parseNamedVertices(text)).toThrow(reason);
});

const names = parseNamedVertices('HeelLeft = 1\nHeadTop = 2\nNose = 3');

test('distances name two places and themselves', () => {
  expect(parseBodyDistances('# tall\nHeelLeft, HeadTop, Height\r\n\nNose,HeadTop , Face // small\n', [names])).toEqual([
    { from: 'HeelLeft', to: 'HeadTop', name: 'Height' },
    { from: 'Nose', to: 'HeadTop', name: 'Face' },
  ]);
});

test.each([
  ['HeelLeft, Crown, Height', 'distances line 1: expected a name of the vertices file, got "Crown"'],
  ['HeelLeft, HeadTop', 'distances line 1: expected "From, To, Name", got "HeelLeft, HeadTop"'],
  ['HeelLeft, HeadTop, ', 'expected "From, To, Name"'],
  ['HeelLeft, HeadTop, A\nNose, HeadTop, A', 'distances line 2: expected unique names, got "A" a second time'],
  ['# nothing', 'distances: expected lines "From, To, Name", got none'],
])('%j is refused with line and reason', (text, reason) => {
  expect(() => parseBodyDistances(text, [names])).toThrow(reason);
});
