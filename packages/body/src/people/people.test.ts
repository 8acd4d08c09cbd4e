import { describe, expect, test } from 'vitest';
import { MEASURE_COUNT, measureNames } from '../measure/measureNames.js';
import { csvLine, csvRows, readPeople, writeMeasuresCsv } from './readPeople.js';

describe('people.csv', () => {
  test('measures written on a body are read again as measures', () => {
    const measured = Float64Array.from({ length: MEASURE_COUNT }, (_, k) => 0.5 + k / 100);
    const { people, refused } = readPeople(
      writeMeasuresCsv([{ id: 'Ann, B.', sex: 'female', measured }]),
      measureNames,
    );
    expect(refused).toEqual([]);
    expect(people).toHaveLength(1);
    expect(people[0]).toMatchObject({ id: 'Ann, B.', sex: 'female' });
    measureNames.slice(0, 12).forEach((name, k) => {
      expect(people[0].given[name]).toBeCloseTo(measured[k], 6);
    });
  });

  test('a row that cannot be read is named, the others are read', () => {
    const { people, refused } = readPeople('id,sex,stature_cm\nA,f,165\nB,x,170\nC,m,tall\n', measureNames);
    expect(people.map(({ id }) => id)).toEqual(['A']);
    expect(refused).toEqual([
      { id: 'B', line: 3, field: 'sex', reason: 'expected f, m or n, got "x"' },
      { id: 'C', line: 4, field: 'stature_cm', reason: 'expected a number, got "tall"' },
    ]);
  });

  test('a file without the columns of people is an error', () => {
    expect(() => readPeople('a,b\n1,2\n', measureNames)).toThrow(
      /^line 1: expected a column "id" in the header, got none$/,
    );
  });

  test('cells with commas, quotes and line breaks come back as they were', () => {
    const cells = ['a,b', 'say "hi"', 'x'];
    expect(csvRows(csvLine(cells))[0].cells).toEqual(cells);
  });

  test('an id that a table would run as a formula is text in the file, and itself when it is read; numbers stay numbers', () => {
    const ids = ['=1+1', '+cmd', '-x', '@sum(A1)', "'=2", "'plain"];
    const line = csvLine([...ids, '-1.5', -2, '+3']);
    expect(line).toBe("'=1+1,'+cmd,'-x,'@sum(A1),''=2,'plain,-1.5,-2,+3\n");
    expect(csvRows(line)[0].cells).toEqual([...ids, '-1.5', '-2', '+3']);
  });
});
