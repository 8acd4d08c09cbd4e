import { buildPuppetModel } from '@leib/puppet';
import { PerspectiveCamera, Vector3 } from 'three';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { fakeKeptFiles } from '../../files/keptFiles.testing.js';
import { createSettingsStore } from '../../files/settingsStore.js';
import { KeptTakes } from '../../files/takes/keptTakes.js';
import { ManualClock } from '../../time/manualClock.js';
import type { World } from '../../world/world.js';
import { loadExamplePuppet } from './files/examplePuppets.js';
import { serveExamplePuppets } from './files/examplePuppets.testing.js';
import { takeKeptSlot } from './files/keptPuppet.js';
import { puppetActions } from './puppetActions.js';
import { puppetShape } from './puppetShape.js';
import { PuppetWorkshop } from './puppetWorkshop.js';

serveExamplePuppets();

let workshop: PuppetWorkshop;
let clock: ManualClock;
/** How many wait for frames, whether the page is seen or not. */
let waiting = 0;

beforeAll(async () => {
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  const element = () => Object.assign(new EventTarget(), { style: {}, after() {}, remove() {} });
  vi.stubGlobal('document', { createElement: element, querySelector: () => null });
  clock = new ManualClock();
  const renderer = { domElement: element(), xr: { isPresenting: false } };
  const rig = { camera: new PerspectiveCamera(), controls: { touches: {}, target: new Vector3() } };
  const loop = {
    keepGoing: () => {
      waiting++;
      return () => void waiting--;
    },
  };
  const world = { clock, loop, renderer, rig, onNotice() {} } as unknown as World;
  const settings = createSettingsStore('puppet', puppetShape, { getItem: () => null, setItem() {} });
  const lamp = await loadExamplePuppet('lamp');
  const model = await buildPuppetModel(lamp.file, lamp.mesh);
  const slot = await takeKeptSlot(null);
  // Taken for the teddy: the lamp, which is quick to build, is the next one.
  const opened = { ...lamp, meshFile: null, example: 'teddy' as const, slot, isRestored: false, model };
  vi.stubGlobal('__LEIB_VERSION__', '0');
  const kept = new KeptTakes(clock, () => {}, { list: fakeKeptFiles(), files: fakeKeptFiles() });
  workshop = new PuppetWorkshop(world, settings, opened, kept);
});
afterAll(() => {
  workshop.dispose();
  vi.unstubAllGlobals();
});

const find = (id: string) => puppetActions(workshop).find((action) => action.id === id);
const play = (seconds: number) => {
  for (let i = 0; i < Math.round(seconds * 60); i++) workshop.step(1 / 60);
};

test('"Turn parts" and "Pull the rings" change what the hand takes hold of', () => {
  find('turn')?.run();
  expect([workshop.controller.shown.tool, find('turn')?.isOn, find('drag')?.isOn]).toEqual(['turn', true, false]);
  find('drag')?.run();
  expect([workshop.controller.shown.tool, find('turn')?.isOn, find('drag')?.isOn]).toEqual(['drag', false, true]);
});

test('"Rest" brings a puppet that was moved back to its rest', () => {
  const { player } = workshop.controller;
  const dragged = vi.spyOn(workshop.drags, 'held', 'get');
  const atRest = Array.from(player.state.pose.localRotations);
  dragged.mockReturnValue([{ what: 'part', index: 1, at: new Vector3(0.5, 0.1, 0.5), wayLocal: new Vector3(0, 1, 0) }]);
  play(0.3);
  expect(Array.from(player.state.pose.localRotations)).not.toEqual(atRest);
  dragged.mockRestore();
  find('rest')?.run();
  expect(Array.from(player.state.pose.localRotations)).toEqual(atRest);
});

test('"Next" opens the puppet that it names', async () => {
  expect(find('next')?.label).toBe('Next: lamp');
  find('next')?.run();
  await clock.advance(0);
  expect(workshop.controller.document.now.example).toBe('lamp');
  expect(find('next')?.label).toBe('Next: fish');
});

test('"Record a take" records after the countdown, "Stop the take" keeps it, "Play the take" plays it', async () => {
  const { takes } = workshop;
  expect(find('play')?.isDisabled).toBe(true);
  find('take')?.run();
  expect([takes.mode, find('take')?.label]).toEqual(['countdown', 'Stop the take']);
  play(3.2);
  expect([takes.mode, waiting]).toEqual(['recording', 1]);
  play(0.5);
  find('take')?.run();
  await vi.waitFor(() => expect(takes.entries).toHaveLength(1));
  expect(find('play')?.isDisabled).toBe(false);
  if (takes.mode === 'playing') find('play')?.run();
  play(0.1);
  expect(waiting).toBe(0);
  expect(find('play')?.label).toBe('Play the take');
  find('play')?.run();
  const { timeSeconds } = takes;
  play(0.1);
  expect(find('play')?.label).toBe('Pause');
  expect(takes.timeSeconds).not.toBe(timeSeconds);
});
