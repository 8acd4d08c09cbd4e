import avatarUrl from '@leib/body/leib-neutral.vrm?url';
import { addTrack, createRecorder, finishTrack } from '@leib/core';
import { createPersonKind, type Person, personDoc } from '@leib/embody';
import priorUrl from '@leib/embody/prior.bin?url';
import { configureRenderer, createScenery, loadAvatar, wearAvatar } from '@leib/three';
import {
  appendDevices,
  createDeviceFrame,
  createEmulatedSource,
  createRecordingSource,
  devicesOfTrack,
  deviceTrackSpec,
  headHeightOfStature,
  setMoveWish,
  type TrackedSource,
} from '@leib/tracking';
import { PerspectiveCamera, Scene } from 'three';
import { expect, test } from 'vitest';
import { ManualClock } from '../time/manualClock.js';
import { pagePriorWeights } from './priorWeights.js';
import { createEmptyScene } from './roomScene.js';
import { stillStage } from './stageSections.js';
import { createStageSource } from './stageSource.js';
import { World, type WorldHost } from './world.js';

const readme = await (await fetch(new URL('../../../../README.md', import.meta.url))).text();
const [, snippet] = /```ts\n([\s\S]*?)```/.exec(readme) ?? [];
/** Times of frames at changing rates, with a pause, milliseconds. */
const times = Array.from(
  { length: 240 },
  (_, i) => 1000 + i * (i < 120 ? 1000 / 72 : 1000 / 144) + (i > 180 ? 700 : 0),
);
const HZ = 90;

const nobody: WorldHost = {
  ...{ beforeFrame() {}, goHome() {}, notify() {}, showGraphics() {}, layOut() {} },
  isPersonWanted: () => false,
};

/** Somebody of 1.82 m who stands for half a second, and then walks. */
function recordWalk() {
  const source = createEmulatedSource({ standingHeadHeight: headHeightOfStature(1.82) });
  const track = addTrack(createRecorder(), deviceTrackSpec({ hz: HZ, floorY: 0, offsets: {} }));
  const devices = createDeviceFrame();
  for (let frame = 0; frame < 4 * HZ; frame++) {
    if (frame === HZ / 2) setMoveWish(source.state, 0.6, 0, 0, 0.4);
    source.step(1 / HZ, devices);
    appendDevices(track, devices);
  }
  const { offsets } = source;
  // As a headset that is worn: nothing of the person is known before.
  return (): TrackedSource => {
    const recorded = createRecordingSource(devicesOfTrack(finishTrack(track)), 'walk');
    return {
      label: recorded.label,
      offsets,
      timeline: null,
      step: (dtSeconds, out) => recorded.step(dtSeconds, out),
      dispose: () => recorded.dispose(),
    };
  };
}

/** The README's program as it is printed, with a renderer that draws nothing. Returns its person and what makes a frame. */
async function runReadme(source: TrackedSource): Promise<{ person: Person; frame: (timeMs: number) => void }> {
  const made: { person?: Person; frame?: (timeMs: number) => void } = {};
  class Renderer {
    domElement = document.createElement('canvas');
    shadowMap = {};
    debug = {};
    setSize() {}
    render() {}
    setAnimationLoop(frame: (timeMs: number) => void) {
      made.frame = frame;
    }
  }
  const names = {
    ...{ avatarUrl, priorUrl, configureRenderer, createScenery, loadAvatar, PerspectiveCamera, Scene },
    WebGLRenderer: Renderer,
    createEmulatedSource: () => source,
    setMoveWish: () => {},
    wearAvatar: async (...words: Parameters<typeof wearAvatar>) => {
      made.person = await wearAvatar(...words);
      return made.person;
    },
  };
  const AsyncFunction = (async () => {}).constructor as new (
    ...words: string[]
  ) => (...values: unknown[]) => Promise<void>;
  const program = new AsyncFunction(...Object.keys(names), snippet.replace(/^import .*$/gm, ''));
  await program(...Object.values(names));
  return made as Required<typeof made>;
}

test('the README’s program is at most 12 lines of Leib', () => {
  const names = Array.from(
    snippet.matchAll(/^import (?:\{(.*)\}|(\w+)) from '@leib/gm),
    ([, many, one]) => many ?? one,
  ).join();
  const ours = new Set(['person', 'source', 'avatar', ...names.split(',').map((name) => name.trim())]);
  const isOurs = (line: string) =>
    line
      .split('//')[0]
      .split(/\W+/)
      .some((word) => ours.has(word));
  const lines = snippet.split('\n').filter(isOurs);
  expect(lines.length, lines.join('\n')).toBeLessThanOrEqual(12);
});

test('the README’s program and the studio’s world make the same bits of the same recording', async () => {
  const walk = recordWalk();
  const readmes = await runReadme(walk());
  const settings = { ...stillStage('orbit'), isStill: false };
  const stage = createStageSource(walk(), { isWearer: true });
  const canvas = document.createElement('canvas');
  const kinds = (of: World) => ({ person: createPersonKind(of.personRefs) });
  const world = new World({
    canvas,
    clock: new ManualClock(),
    source: stage,
    host: nobody,
    settings: () => settings,
    kinds,
  });
  await pagePriorWeights.fetch();
  const doc = { actors: { me: personDoc({}) } };
  world.enterRoom({ scene: createEmptyScene(), settings: () => settings, doc: () => doc });
  world.setAvatar(await loadAvatar(avatarUrl), false);
  let last = times[0];
  let learned = 0;
  for (const timeMs of times) {
    readmes.frame(timeMs);
    world.loop.stepBy(timeMs / 1000 - last / 1000);
    last = timeMs;
    learned = Math.max(learned, readmes.person.embody?.state.body.guidance.weight ?? 0);
    expect(world.scales).toEqual(readmes.person.scales);
    expect(isSame(world.body?.pose.worldPositions, readmes.person.pose.worldPositions)).toBe(true);
    expect(isSame(world.body?.pose.localRotations, readmes.person.pose.localRotations)).toBe(true);
  }
  expect(world.scales.wearer).not.toBe(1);
  expect(learned).toBeGreaterThan(0.5);
  const { rootPosition } = readmes.person.pose;
  expect(Math.hypot(rootPosition[0], rootPosition[2])).toBeGreaterThan(0.3);
  world.dispose();
});

function isSame(a: ArrayLike<number> | undefined, b: ArrayLike<number>): boolean {
  return a !== undefined && Array.from(a).every((value, i) => value === b[i]);
}
