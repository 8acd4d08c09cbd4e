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

/** A head that walks along x, and is lost in some frames. */
function walkingHead(isLost: (frame: number) => boolean): TrackedSource {
  let frame = 0;
  return {
    label: 'head',
    offsets: createTrackerOffsets(),
    timeline: null,
    step(_dtSeconds, out) {
      loseEverything(out);
      out.devicePoses.set([frame, 1.7, 0, 0, Math.SQRT1_2, 0, Math.SQRT1_2], head);
      if (!isLost(frame)) out.quality[pointNumber.head] = quality.tracked;
      frame++;
    },
    dispose() {},
  };
}

async function stageOf(settings: object, isLost: (frame: number) => boolean = () => false) {
  const kind = createViewerKind({ devices: () => walkingHead(isLost) });
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
  for (let i = 0; i < 3; i++) stage.step(1 / 60);
  const [left, right] = [viewerOf('left'), viewerOf('right')];
  expect([...left.eyes.slice(0, 3)].map((x) => Number(x.toFixed(9)))).toEqual([1.93, 1.8, 0]);
  expect([...right.eyes.slice(0, 3)]).toEqual([2, 1.7, 0]);
  expect(left.pose.worldPositions[0]).toBeCloseTo(1.93);
});

test('it is tracked only while it is, and stays at its last place meanwhile', async () => {
  const { stage, viewerOf } = await stageOf({}, (frame) => frame >= 2 && frame < 4);
  const seen: [boolean, number][] = [];
  for (let i = 0; i < 5; i++) {
    stage.step(1 / 60);
    seen.push([viewerOf('right').isTracked, viewerOf('right').eyes[0]]);
  }
  expect(seen).toEqual([
    [true, 0],
    [true, 1],
    [false, 1],
    [false, 1],
    [true, 4],
  ]);
});

test('nobody draws or records a viewer', async () => {
  const { stage } = await stageOf({});
  expect(stage.step(1 / 60).actors).toEqual([]);
});

test('a wrong way to the eyes is refused with its place', async () => {
  const { stage } = await stageOf({ eyes: [0, 0] });
  expect(stage.problems.get('left')).toMatch(/^settings\.eyes/);
});
