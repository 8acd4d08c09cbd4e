import { expect, test, vi } from 'vitest';
import { createSettingsStore } from '../files/settingsStore.js';
import { embodyActions } from './embody/embodyScene.js';
import { embodyShape } from './embody/embodyShape.js';
import { reembodyActions } from './reembody/reembodyActions.js';
import { reembodyShape } from './reembody/settings/reembodyShape.js';
import { WearController } from './wear/wearController.js';
import { wearActions } from './wear/wearSteps.js';

const storage = { getItem: () => null, setItem: () => {} };

test('every action of Embody changes a setting or brings the person back', () => {
  const settings = createSettingsStore('embody', embodyShape, storage);
  const goToStart = vi.fn();
  const actions = embodyActions(settings, goToStart);
  expect(actions.length).toBeGreaterThan(3);
  for (const { id, isOn } of actions) {
    const before = JSON.stringify(settings.values());
    embodyActions(settings, goToStart)
      .find((action) => action.id === id)
      ?.run();
    // What is chosen already stays.
    const isChosen = isOn && id.startsWith('solver');
    if (id !== 'start') expect(JSON.stringify(settings.values()) !== before, id).toBe(!isChosen);
  }
  expect(goToStart).toHaveBeenCalledOnce();
});

test('every action of Re-embody changes a setting or pushes the second body', () => {
  const settings = createSettingsStore('reembody', reembodyShape, storage);
  const acts = { push: vi.fn(), standUp: vi.fn() };
  for (const { id } of reembodyActions(settings, acts)) {
    const before = JSON.stringify(settings.values());
    const action = reembodyActions(settings, acts).find((each) => each.id === id);
    action?.run();
    const isChosen = id.startsWith('root') && action?.isOn;
    if (id !== 'push') expect(JSON.stringify(settings.values()) !== before, id).toBe(!isChosen);
  }
  expect(acts.push).toHaveBeenCalledOnce();
  // Only what its own legs carry can fall.
  settings.set('root', 'balance');
  reembodyActions(settings, acts)
    .find(({ id }) => id === 'stand up')
    ?.run();
  expect(acts.standUp).toHaveBeenCalledOnce();
});

test('Wear offers what the step can do, and each goes to another step', () => {
  const controller = new WearController({ showProfile() {} });
  expect(wearActions(controller).map(({ id }) => id)).toEqual(['skip']);
  wearActions(controller)[0].run();
  const { step } = controller.session;
  expect(step).not.toBe('putOn');
  wearActions(controller)
    .find(({ id }) => id === 'back')
    ?.run();
  expect(controller.session.step).toBe('putOn');
});
