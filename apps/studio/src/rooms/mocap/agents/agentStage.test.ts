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
  const { crowd, transfer } = stage.cost;
  for (const meter of [crowd, transfer]) addSample(meter, 5);
  stage.setSettings({ ...settings, crowd: 50 });
  expect([crowd.count, transfer.count]).toEqual([0, 1]);
  addSample(crowd, 5);
  stage.setSettings({ ...settings, crowd: 50, transfer: 'angles' });
  expect([crowd.count, transfer.count]).toEqual([1, 0]);
  stage.dispose();
});
