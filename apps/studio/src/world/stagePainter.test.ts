import { createScenery } from '@leib/three';
import { Group, Object3D, PerspectiveCamera, Scene, type WebGLRenderer } from 'three';
import { expect, test } from 'vitest';
import { type PaintedStage, StagePainter } from './stagePainter.js';

type Background = 'stage' | 'transparent' | 'green' | 'own';

/** A stage with a renderer that notes what a picture would be made of. */
function openStage() {
  const stage = createScenery({ theme: 'dark', shadowSize: 64 });
  const mirror = { root: new Object3D() };
  const tracked = new Group();
  const settings: { background: Background; ownBackground: string } = { background: 'stage', ownBackground: '#1e3fae' };
  const scene = new Scene().add(stage.root, mirror.root, tracked);
  let cleared: readonly [colour: string, opacity: number] | null = null;
  const pictures: object[] = [];
  const renderer = {
    xr: { isPresenting: false },
    setClearColor: (colour: string, opacity: number) => {
      cleared = [colour, opacity];
    },
    render: () => {
      const shown: Object3D[] = [];
      stage.root.traverseVisible((each) => shown.push(each));
      pictures.push({
        cleared,
        hasScenery: shown.some((each) => 'isMesh' in each),
        isLit: shown.some((each) => 'isLight' in each),
        hasMirror: mirror.root.visible,
        hasHandles: tracked.visible,
      });
      cleared = null;
    },
  } as unknown as WebGLRenderer;
  const parts = { renderer, scene, rig: { camera: new PerspectiveCamera() }, stage, mirror, tracked };
  const painter = new StagePainter({
    ...parts,
    settings: () => settings,
    room: () => ({}),
  } as unknown as PaintedStage);
  return { painter, renderer, settings, pictures };
}

const onStage = { cleared: null, hasScenery: true, isLit: true, hasMirror: true, hasHandles: true };

test.each([
  ['green', ['#00b140', 1]],
  ['transparent', ['#000000', 0]],
  ['own', ['#1e3fae', 1]],
] as const)(
  'on "%s" there is nothing but the person in its light, and the stage is back afterwards',
  (name, cleared) => {
    const { painter, settings, pictures } = openStage();
    settings.background = name;
    painter.paint();
    settings.background = 'stage';
    painter.paint();
    expect(pictures).toEqual([{ ...onStage, cleared, hasScenery: false, hasMirror: false }, onStage]);
  },
);

test('the picture of another window is on the same background, without handles', () => {
  const { painter, renderer, settings, pictures } = openStage();
  settings.background = 'green';
  painter.paintInto(renderer, new PerspectiveCamera());
  expect(pictures).toEqual([
    { cleared: ['#00b140', 1], hasScenery: false, isLit: true, hasMirror: false, hasHandles: false },
  ]);
});

test('a clean page has no handles, and virtual reality is always on the stage', () => {
  const { painter, renderer, settings, pictures } = openStage();
  painter.isClean = true;
  painter.paint();
  painter.isClean = false;
  settings.background = 'transparent';
  Object.assign(renderer.xr, { isPresenting: true });
  painter.paint();
  expect(pictures).toEqual([{ ...onStage, hasHandles: false }, onStage]);
});
