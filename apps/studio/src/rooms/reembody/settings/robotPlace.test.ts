import { expect, test } from 'vitest';
import { initialValues, shownSections } from '../../../files/settings.js';
import { reembodyShape } from './reembodyShape.js';

const initial = initialValues(reembodyShape);

test('where a robot cannot be in the people’s world it is not asked for, nor is its base where that is held anyway', () => {
  const shown = (values: object) =>
    shownSections(reembodyShape, true, { ...initial, ...values })
      .flatMap(({ controls }) => controls.map(([key]) => key))
      .filter((key) => key === 'robotWorld' || key === 'robotBase');
  for (const robotBase of ['held', 'free']) {
    expect(shown({ where: 'worker', robotWorld: 'own', robotBase })).toEqual(['robotWorld']);
    expect(shown({ where: 'worker', robotWorld: 'shared', robotBase })).toEqual(['robotWorld', 'robotBase']);
    expect(shown({ where: 'server', robotWorld: 'shared', robotBase })).toEqual([]);
  }
});

test('the robot and the second body’s model are loaded in the panel, at the expert level: on phones, too', () => {
  const tools = (isExpert: boolean) =>
    shownSections(reembodyShape, isExpert, initial).flatMap(({ tool }) => tool ?? []);
  expect(tools(true)).toEqual(['secondModel', 'robot']);
  expect(tools(false)).toEqual([]);
});
