import type { WebGLRenderer } from 'three';
import { expect, test } from 'vitest';
import { createSettingsStore } from '../../../files/settingsStore.js';
import type { Clock } from '../../../time/clock.js';
import { addSample } from '../../../world/meter.js';
import { mocapShape } from '../mocapShape.js';
import { AgentStage } from './agentStage.js';

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
