import { expect, test } from 'vitest';
import { createSettingsStore } from '../../files/settingsStore.js';
import { reembodyActions } from './reembodyActions.js';
import { reembodyShape } from './settings/reembodyShape.js';

const storage = { getItem: () => null, setItem: () => {} };

test('each action of the room changes it, can be undone, and the last one brings everything back', () => {
  const settings = createSettingsStore('reembody', reembodyShape, storage);
  const first = settings.values();
  for (const { id } of reembodyActions(settings)) {
    if (id === 'reset' || id === `root ${first.root}`) continue;
    const action = () => reembodyActions(settings).find((each) => each.id === id);
    const wasOn = action()?.isOn;
    action()?.run();
    expect(action()?.isOn, id).toBe(!wasOn);
    settings.undo();
    expect(settings.values(), id).toEqual(first);
  }
  settings.set('latencyMs', 100);
  reembodyActions(settings)
    .find(({ id }) => id === 'reset')
    ?.run();
  expect(settings.values()).toEqual(first);
});
