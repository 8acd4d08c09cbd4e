import { PerspectiveCamera, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { FOV_DEG, PictureFrame, tangentOf } from './pictureFrame.js';

function openFrame(
  width: number,
  height: number,
  covered: PictureFrame['covered'],
  where: 'between panels' | 'between bars',
) {
  const frame = new PictureFrame();
  Object.assign(frame, { width, height, covered });
  const camera = new PerspectiveCamera();
  frame.fit(camera, { up: tangentOf(FOV_DEG), across: tangentOf(30) }, where);
  camera.updateMatrixWorld();
  return { frame, camera };
}

test.each([
  [1280, 720, { top: 0, right: 314, bottom: 0 }],
  [390, 844, { top: 56, left: 10, right: 10, bottom: 426 }],
  [844, 390, { top: 56, left: 10, right: 380, bottom: 66 }],
])(
  'in a window of %d x %d what is ahead is in the middle of the free part, whose edges are the angles',
  (w, h, covered) => {
    const { frame, camera } = openFrame(w, h, covered, 'between panels');
    const placeOf = (x: number, y: number) => {
      const point = new Vector3(x, y, -1).project(camera);
      return frame.placeOf(point.x, point.y);
    };
    const middle = placeOf(0, 0);
    expect([middle.x, middle.y].every((each) => Math.abs(each) < 1e-9)).toBe(true);
    const { up, across } = frame.tangents;
    expect(placeOf(across, 0).x).toBeCloseTo(1, 6);
    expect(placeOf(0, up).y).toBeCloseTo(-1, 6);
    // Enough of both ways.
    expect(up).toBeGreaterThanOrEqual(tangentOf(FOV_DEG) - 1e-9);
    expect(across).toBeGreaterThanOrEqual(tangentOf(30) - 1e-9);
  },
);

test('bars at the edges leave less height for what is framed, and the middle where it is', () => {
  const none = { top: 0, right: 0, bottom: 0 };
  const bars = { ...none, topBar: 60, bottomBar: 80 };
  const bare = openFrame(1280, 800, none, 'between panels').frame;
  const barred = openFrame(1280, 800, bars, 'between panels').frame;
  expect(barred.tangents.up / bare.tangents.up).toBeCloseTo((800 - 160) / 800, 9);
  expect(barred.placeOf(0, 0).y).toBeCloseTo(0, 9);
  // What has to be seen between bars is.
  expect(openFrame(1280, 800, bars, 'between bars').frame.tangents.up).toBeCloseTo(tangentOf(FOV_DEG), 9);
});
