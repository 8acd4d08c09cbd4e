import { requireDecoded } from '@leib/core';
import { createStage, decodeStageDoc } from '@leib/stage';
import {
  createTrackerOffsets,
  loseEverything,
  POSE_SIZE,
  pointNumber,
  quality,
  type TrackedSource,
} from '@leib/tracking';
import { expect, test } from 'vitest';
import { createViewerKind, isViewer } from './viewer.js';

const head = pointNumber.head * POSE_SIZE;

const HZ = 60;

/** A head that walks along x, a centimetre in a frame, and is lost in some frames; `write` has the last word on what is measured. */
function walkingHead(isLost: (frame: number) => boolean, write: Write): TrackedSource {
  let frame = 0;
  return {
    label: 'head',
    offsets: createTrackerOffsets(),
    timeline: null,
    step(_dtSeconds, out) {
      loseEverything(out);
      out.devicePoses.set([frame / 100, 1.7, 0, 0, Math.SQRT1_2, 0, Math.SQRT1_2], head);
      write(out.devicePoses.subarray(head, head + POSE_SIZE), frame);
      if (!isLost(frame)) out.quality[pointNumber.head] = quality.tracked;
      frame++;
    },
    dispose() {},
  };
}

type Write = (pose: Float64Array, frame: number) => void;

async function stageOf(settings: object, isLost: (frame: number) => boolean = () => false, write: Write = () => {}) {
  const kind = createViewerKind({ devices: () => walkingHead(isLost, write) });
  const actors = { left: { kind: 'viewer', settings }, right: { kind: 'viewer' } };
  const stage = createStage({ viewer: kind }, requireDecoded(decodeStageDoc({ format: 'leib-stage/1', actors })));
  await stage.settled();
  const viewerOf = (id: string) => {
    const actor = stage.actors.get(id);
    if (!actor || !isViewer(actor)) throw new Error(stage.problems.get(id));
    return actor;
  };
  return { stage, viewerOf };
}

test('eyes are where the head and the way to the eyes say, of several viewers at once', async () => {
  // 7 cm before the tracker, which looks along -X here.
  const { stage, viewerOf } = await stageOf({ eyes: [0, 0.1, -0.07, 0, 0, 0, 1] });
  for (let i = 0; i < 3; i++) stage.step(1 / HZ);
  const [left, right] = [viewerOf('left'), viewerOf('right')];
  expect([...left.eyes.slice(0, 3)].map((x) => Number(x.toFixed(9)))).toEqual([-0.05, 1.8, 0]);
  expect([...right.eyes.slice(0, 3)]).toEqual([0.02, 1.7, 0]);
  expect(left.pose.worldPositions[0]).toBeCloseTo(-0.05);
});

test('it is tracked only while it is, and stays at its last place meanwhile', async () => {
  const { stage, viewerOf } = await stageOf({}, (frame) => frame >= 2 && frame < 4);
  const seen: [boolean, number][] = [];
  for (let i = 0; i < 5; i++) {
    stage.step(1 / HZ);
    seen.push([viewerOf('right').isTracked, viewerOf('right').eyes[0]]);
  }
  expect(seen).toEqual([
    [true, 0],
    [true, 0.01],
    [false, 0.01],
    [false, 0.01],
    [true, 0.04],
  ]);
});

test.each<[string, Write]>([
  ['is 0.6 m off', (pose, frame) => frame === 40 && pose.set([1, 1.7, 0])],
  ['is turned by 40 degrees', (pose, frame) => frame === 40 && pose.set([0, 0.42, 0, 0.91], 3)],
  ['has NaN in it', (pose, frame) => frame === 40 && pose.fill(Number.NaN, 1, 2)],
])('one sample that %s reaches no frame of the walls', async (_, write) => {
  const { stage, viewerOf } = await stageOf({}, undefined, write);
  const frames: { x: number; turn: number; isTracked: boolean }[] = [];
  // As walls read it.
  stage.addSink(() => {
    const { eyes, isTracked } = viewerOf('right');
    frames.push({ x: eyes[0], turn: eyes[4], isTracked });
  });
  for (let frame = 0; frame < 80; frame++) stage.step(1 / HZ);
  expect(frames.filter(({ isTracked }) => !isTracked)).toHaveLength(1);
  for (const [frame, { x, turn }] of frames.entries()) {
    expect(x).toBeCloseTo((frame === 40 ? 39 : frame) / 100, 9);
    expect(turn).toBeCloseTo(Math.SQRT1_2, 9);
  }
});

test('a head that stays where it jumped to is followed there after a moment', async () => {
  const { stage, viewerOf } = await stageOf({}, undefined, (pose, frame) => {
    if (frame >= 40) pose[0] += 1;
  });
  for (let frame = 0; frame < 80; frame++) stage.step(1 / HZ);
  expect([viewerOf('right').isTracked, viewerOf('right').eyes[0]]).toEqual([true, 1.79]);
});

test('nobody draws or records a viewer', async () => {
  const { stage } = await stageOf({});
  expect(stage.step(1 / HZ).actors).toEqual([]);
});

test('a wrong way to the eyes is refused with its place', async () => {
  const { stage } = await stageOf({ eyes: [0, 0] });
  expect(stage.problems.get('left')).toMatch(/^settings\.eyes/);
});
