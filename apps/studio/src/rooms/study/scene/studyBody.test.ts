import type { StudyShape } from '@leib/study';
import { expect, test } from 'vitest';
import { StudyBody, shapeOfScan } from './studyBody.js';

const settle = async () => {
  for (let i = 0; i < 20; i++) await Promise.resolve();
};
const shapeOf = (...betas: number[]): StudyShape => ({ kind: 'shape', sex: 'female', betas });

/** A wardrobe, and a worker whose files are done when the test says so. */
function createParts() {
  const worn: (string | null)[] = [];
  const asked: (readonly number[] | null)[] = [];
  let done: (() => void)[] = [];
  let held = 0;
  const body = new StudyBody(
    { lend: async (file) => void worn.push(file === null ? null : file.name) },
    () => {
      held++;
      return () => held--;
    },
    async ({ betas, sex, take }) => {
      asked.push(betas);
      await new Promise<void>((resolve) => done.push(resolve));
      return new File([], `${sex} ${take} ${betas}`);
    },
  );
  const finish = async () => {
    for (const each of done.splice(0)) each();
    done = [];
    await settle();
  };
  return { body, worn, asked, finish, held: () => held };
}

test('the body that is wanted last is worn; of those between, only what the worker has time for is made', async () => {
  const { body, worn, asked, finish, held } = createParts();
  expect(body.isWorn).toBe(true);
  for (const beta of [1, 1.5, 2, 2.5]) body.want(shapeOf(beta));
  await settle();
  expect([body.isWorn, held(), asked]).toEqual([false, 1, [[1]]]);
  await finish();
  await finish();
  expect(worn).toEqual(['female any 1', 'female any 2.5']);
  expect([body.isWorn, held(), asked]).toEqual([true, 0, [[1], [2.5]]]);
  // The same again is not made again; nobody's is what they wore before.
  body.want(shapeOf(2.5));
  body.dispose();
  await settle();
  expect(worn).toEqual(['female any 1', 'female any 2.5', null]);
});

test('a body that cannot be made is said, and not tried for ever', async () => {
  const reason = new Error('no worker');
  let calls = 0;
  const body = new StudyBody(
    { lend: async () => {} },
    () => () => {},
    async () => {
      calls++;
      throw reason;
    },
  );
  body.want(shapeOf(1));
  await settle();
  body.want(shapeOf(2));
  await settle();
  expect([body.failure, body.isWorn, calls]).toEqual([reason, false, 1]);
});

test('a scan is worn as the body that was fitted to it; a study that wants one has one', () => {
  const scan = shapeOf(3);
  expect(shapeOfScan({ kind: 'scan', sex: 'male' }, scan)).toBe(scan);
  expect(shapeOfScan(shapeOf(1), scan)).toEqual(shapeOf(1));
  expect(() => shapeOfScan({ kind: 'scan', sex: 'male' }, null)).toThrow('none was opened');
});
