import { expect, test } from 'vitest';
import { initialValues, shownSections } from '../../../files/settings.js';
import { reembodyShape } from './reembodyShape.js';

const { robotWorld, robotBase } = reembodyShape.robot.controls;
const initial = initialValues(reembodyShape);

test('where a robot is not in the world that was chosen, the control says so and its button puts it there', () => {
  for (const where of ['worker', 'server'])
    for (const world of ['own', 'shared'])
      for (const base of ['held', 'free']) {
        const values = { ...initial, where, robotWorld: world, robotBase: base };
        const worldIdle = robotWorld.idle(values);
        const baseIdle = robotBase.idle(values);
        expect(worldIdle !== null).toBe(world === 'shared' && where === 'server');
        expect(baseIdle !== null).toBe(base === 'free' && !(world === 'shared' && where === 'worker'));
        const changed = { ...values, ...worldIdle?.change, ...baseIdle?.change };
        expect([robotWorld.idle(changed), robotBase.idle(changed)]).toEqual([null, null]);
        if (worldIdle) expect(changed).toMatchObject({ robotWorld: 'shared', robotBase: base });
      }
});

test('the robot and the second body’s model are loaded in the panel, at the expert level: on phones, too', () => {
  const tools = (isExpert: boolean) => shownSections(reembodyShape, isExpert).flatMap(({ tool }) => tool ?? []);
  expect(tools(true)).toEqual(['secondModel', 'robot']);
  expect(tools(false)).toEqual([]);
});
