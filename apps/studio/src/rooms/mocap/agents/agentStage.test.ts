import type { WebGLRenderer } from 'three';
import { expect, test } from 'vitest';
import { createSettingsStore } from '../../../files/settingsStore.js';
import type { Clock } from '../../../time/clock.js';
import { addSample } from '../../../world/meter.js';
import { mocapShape } from '../mocapShape.js';
import { AgentStage, crowdPlace } from './agentStage.js';

test('the cost of a crowd is that of the present one', () => {
  const settings = createSettingsStore('mocap', mocapShape, { getItem: () => null, setItem() {} }).values();
  const clock = { hold: () => () => {} } as unknown as Clock;
  const stage = new AgentStage(clock, null as unknown as WebGLRenderer, settings);
  addSample(stage.cost, 5);
  stage.setSettings({ ...settings, crowd: 50 });
  expect(stage.cost.count).toBe(0);
  addSample(stage.cost, 5);
  stage.setSettings({ ...settings, crowd: 50, smile: 50 });
  expect(stage.cost.count).toBe(1);
  stage.dispose();
});

test('no two agents of a crowd stand on each other, and all stand behind the first', () => {
  const places = Array.from({ length: 200 }, (_, i) => crowdPlace(i, 1));
  for (const [i, [x, z]] of places.entries()) {
    if (i > 0) expect(z).toBeLessThan(-1);
    for (const [otherX, otherZ] of places.slice(0, i)) {
      expect(Math.hypot(x - otherX, z - otherZ)).toBeGreaterThan(0.9);
    }
  }
});
