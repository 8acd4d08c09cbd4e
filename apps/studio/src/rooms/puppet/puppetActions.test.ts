import { buildPuppetModel } from '@leib/puppet';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { fakeKeptFiles } from '../../files/keptFiles.testing.js';
import { createSettingsStore } from '../../files/settingsStore.js';
import { KeptTakes } from '../../files/takes/keptTakes.js';
import { ManualClock } from '../../time/manualClock.js';
import type { World } from '../../world/world.js';
import { companionMakers } from './companionMakers.js';
import { loadExamplePuppet } from './files/examplePuppets.js';
import { serveExamplePuppets } from './files/examplePuppets.testing.js';
import { takeKeptSlot } from './files/keptSlot.js';
import { PuppetPlayer } from './play/puppetPlayer.js';
import { puppetActions } from './puppetActions.js';
import { PuppetController } from './puppetController.js';
import { usePuppetPanel } from './puppetPanelStore.js';
import { puppetShape } from './puppetShape.js';
import { TakesCompanion } from './takes/takesCompanion.js';

serveExamplePuppets();

let controller: PuppetController;
let clock: ManualClock;

beforeAll(async () => {
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('document', { createElement: () => new EventTarget(), querySelector: () => null });
  clock = new ManualClock();
  const renderer = { domElement: new EventTarget(), xr: { isPresenting: false } };
  const world = { clock, renderer, onNotice() {} } as unknown as World;
  const settings = createSettingsStore('puppet', puppetShape, { getItem: () => null, setItem() {} });
  const lamp = await loadExamplePuppet('lamp');
  const player = new PuppetPlayer(clock, await buildPuppetModel(lamp.file, lamp.mesh));
  const slot = await takeKeptSlot(null);
  // Taken for the teddy: the lamp, which is quick to build, is the next one.
  const opened = { ...lamp, meshFile: null, example: 'teddy' as const, slot, isRestored: false };
  vi.stubGlobal('__LEIB_VERSION__', '0');
  const kept = new KeptTakes(clock, () => {}, { list: fakeKeptFiles(), files: fakeKeptFiles() });
  controller = new PuppetController(world, settings, opened, player, kept);
  controller.companions = [companionMakers[0](controller)];
});
afterAll(() => {
  controller.dispose();
  usePuppetPanel.setState({ tool: 'drag' });
  vi.unstubAllGlobals();
});

const find = (id: string) => puppetActions(controller).find((action) => action.id === id);
const play = (seconds: number) => {
  for (let i = 0; i < Math.round(seconds * 60); i++) controller.step(1 / 60);
};

test('"Turn parts" and "Pull the rings" change what the hand takes hold of', () => {
  find('turn')?.run();
  expect([usePuppetPanel.getState().tool, find('turn')?.isOn, find('drag')?.isOn]).toEqual(['turn', true, false]);
  find('drag')?.run();
  expect([usePuppetPanel.getState().tool, find('turn')?.isOn, find('drag')?.isOn]).toEqual(['drag', false, true]);
});

test('"Rest" brings a puppet that was moved back to its rest', () => {
  const { player } = controller;
  const atRest = Array.from(player.state.pose.localRotations);
  controller.dragged = () => ({ drags: [], turns: [{ part: 1, localRotation: [0.3, 0, 0, 0.954] }] });
  play(0.3);
  expect(Array.from(player.state.pose.localRotations)).not.toEqual(atRest);
  controller.dragged = () => ({ drags: [], turns: [] });
  find('rest')?.run();
  expect(Array.from(player.state.pose.localRotations)).toEqual(atRest);
});

test('"Next" opens the puppet that it names', async () => {
  expect(find('next')?.label).toBe('Next: lamp');
  find('next')?.run();
  await clock.advance(0);
  expect(controller.document.store.getState().example).toBe('lamp');
  expect(find('next')?.label).toBe('Next: fish');
});

test('"Record a take" records after the countdown, "Stop the take" keeps it, "Play the take" plays it', async () => {
  const [takes] = controller.companions;
  if (!(takes instanceof TakesCompanion)) throw new Error('expected takes');
  expect(find('play')?.isDisabled).toBe(true);
  find('take')?.run();
  expect([takes.mode, find('take')?.label]).toEqual(['countdown', 'Stop the take']);
  play(3.2);
  expect(takes.mode).toBe('recording');
  play(0.5);
  find('take')?.run();
  await vi.waitFor(() => expect(takes.takeCount).toBe(1));
  expect(find('play')?.isDisabled).toBe(false);
  if (takes.mode === 'playing') find('play')?.run();
  expect(find('play')?.label).toBe('Play the take');
  find('play')?.run();
  const { timeSeconds } = takes;
  play(0.1);
  expect(find('play')?.label).toBe('Pause');
  expect(takes.timeSeconds).not.toBe(timeSeconds);
});
