import { Quaternion, Vector3 } from 'three';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Subject } from './bodyBounds.js';
import { CameraRig } from './cameraRig.js';
import type { Covered } from './pictureFrame.js';

/** Where a point of the stage is drawn, pixels from the upper left. */
function drawnAt(rig: CameraRig, point: Vector3, width: number, height: number): { x: number; y: number } {
  rig.step(1 / 60, { position: new Vector3(), rotation: rig.camera.quaternion });
  rig.camera.updateMatrixWorld();
  const { x, y } = point.clone().project(rig.camera);
  return { x: ((x + 1) / 2) * width, y: ((1 - y) / 2) * height };
}

test.each([
  [1280, 720, { top: 0, right: 314, bottom: 0 }],
  [390, 760, { top: 56, right: 0, bottom: 426 }],
  [390, 760, { top: 0, right: 0, bottom: 0 }],
  [760, 390, { top: 0, right: 314, bottom: 0 }],
])('in a window of %d x %d the person is whole, in the part that nothing covers', (width, height, covered) => {
  const rig = new CameraRig(document.createElement('canvas'));
  rig.resize(width, height, covered);
  const target = drawnAt(rig, rig.controls.target, width, height);
  expect(target.x).toBeCloseTo((width - covered.right) / 2, 3);
  expect(target.y).toBeCloseTo((covered.top + height - covered.bottom) / 2, 3);
  for (const [x, y, z] of [
    [0, 1.75, 0],
    [0, 0, 0],
    [-0.4, 0.9, 0],
    [0.4, 0.9, 0],
  ]) {
    const at = drawnAt(rig, new Vector3(x, y, z), width, height);
    expect(at.x).toBeGreaterThan(0);
    expect(at.x).toBeLessThan(width - covered.right);
    expect(at.y).toBeGreaterThan(covered.top);
    expect(at.y).toBeLessThan(height - covered.bottom);
  }
  rig.dispose();
});

/** A body that stands there, with arms that hang or are spread. */
function bodyAt(x: number, z: number, height: number, halfWidth = 0.2 * height): Subject {
  return { centre: new Vector3(x, height / 2, z), half: new Vector3(halfWidth, height / 2, 0.12 * height) };
}

const still = { position: new Vector3(), rotation: new Quaternion() };

function stepFor(rig: CameraRig, seconds: number, subjectAt: (seconds: number) => Subject, isFollowing = false): void {
  for (let i = 1; i <= seconds * 60; i++) {
    const subject = subjectAt(i / 60);
    rig.step(1 / 60, { ...still, position: subject.centre }, subject, isFollowing);
  }
}

/** Where the corners of a body are drawn: left, top, right, bottom, pixels. */
function drawnBounds(rig: CameraRig, { centre, half }: Subject, width: number, height: number) {
  rig.camera.updateMatrixWorld();
  const corners = [-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].map((z) => new Vector3(x, y, z))));
  const points = corners.map((corner) => corner.multiply(half).add(centre).project(rig.camera));
  const xs = points.map(({ x }) => ((x + 1) / 2) * width);
  const ys = points.map(({ y }) => ((1 - y) / 2) * height);
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

const bars = { topBar: 56, bottomBar: 76 };
/** Window, and what panels cover of it. */
const windows: readonly [number, number, Covered][] = [
  [1280, 800, { top: 0, right: 314, bottom: 0, ...bars }],
  [1920, 1080, { top: 0, right: 314, bottom: 0, ...bars }],
  [820, 1180, { top: 0, right: 314, bottom: 0, ...bars }],
  [390, 844, { top: 56, right: 0, bottom: 464, ...bars }],
  [844, 390, { top: 0, right: 314, bottom: 0, ...bars }],
];

describe.each(windows)('in a window of %d x %d', (width, height, covered) => {
  const isBetween = (rig: CameraRig, subject: Subject) => {
    const { left, top, right, bottom } = drawnBounds(rig, subject, width, height);
    expect(left).toBeGreaterThan(covered.left ?? 0);
    expect(right).toBeLessThan(width - covered.right);
    expect(top).toBeGreaterThan(Math.max(covered.top, bars.topBar) - 1);
    expect(bottom).toBeLessThan(height - Math.max(covered.bottom, bars.bottomBar) + 1);
    return bottom - top;
  };

  test.each([0.4, 0.8, 1.7, 3])('somebody of %d m is whole between the panels, at load and when framed', (size) => {
    const rig = new CameraRig(document.createElement('canvas'));
    rig.resize(width, height, covered);
    rig.setPersonHeight(size);
    stepFor(rig, 3, () => bodyAt(0, 0, size));
    isBetween(rig, bodyAt(0, 0, size));
    // Arms spread, seen from elsewhere, somewhere else.
    const spread = bodyAt(1, -0.5, size, 0.5 * size);
    rig.camera.position.set(-2, 0.5, 2);
    rig.frame();
    stepFor(rig, 3, () => spread);
    rig.frame();
    stepFor(rig, 3, () => spread);
    expect(isBetween(rig, spread)).toBeGreaterThan(0.2 * Math.min(height, width));
    rig.dispose();
  });

  test.each([
    [0, 1],
    [1, 0],
    [0, -1],
    [-0.7, 0.7],
  ])('after ten metres towards %d, %d the person is in the picture', (x, z) => {
    const rig = new CameraRig(document.createElement('canvas'));
    rig.resize(width, height, covered);
    const start = rig.camera.position.clone();
    const walkTo = (metres: number) => bodyAt(x * metres, z * metres, 1.7);
    stepFor(rig, 9.1, (seconds) => walkTo(1.1 * seconds));
    stepFor(rig, 1, () => walkTo(10));
    const { left, right, top, bottom } = drawnBounds(rig, walkTo(10), width, height);
    expect((left + right) / 2).toBeGreaterThan(0);
    expect((left + right) / 2).toBeLessThan(width - covered.right);
    expect((top + bottom) / 2).toBeGreaterThan(covered.top);
    expect((top + bottom) / 2).toBeLessThan(height - covered.bottom);
    expect(bottom - top).toBeGreaterThan(0.15 * (height - covered.top - covered.bottom));
    rig.goHome();
    stepFor(rig, 4, () => bodyAt(0, 0, 1.7));
    expect(rig.camera.position.distanceTo(start)).toBeLessThan(0.05);
    rig.dispose();
  });
});

test('followed people stay where they are in the picture', () => {
  const rig = new CameraRig(document.createElement('canvas'));
  rig.resize(1280, 800, { top: 0, right: 0, bottom: 0 });
  stepFor(rig, 1, () => bodyAt(0, 0, 1.7), true);
  const before = drawnBounds(rig, bodyAt(0, 0, 1.7), 1280, 800);
  stepFor(rig, 2, (seconds) => bodyAt(seconds, 0, 1.7), true);
  stepFor(rig, 3, () => bodyAt(2, 0, 1.7), true);
  const after = drawnBounds(rig, bodyAt(2, 0, 1.7), 1280, 800);
  expect(Math.abs(after.left - before.left)).toBeLessThan(2);
  // Up the stairs, too.
  const above = bodyAt(2, 0, 1.7);
  above.centre.y += 0.7;
  stepFor(rig, 3, () => above, true);
  expect(Math.abs(drawnBounds(rig, above, 1280, 800).top - after.top)).toBeLessThan(2);
  rig.dispose();
});

describe('to another view', () => {
  afterEach(() => vi.unstubAllGlobals());
  const arrivalOf = (frames: number) => {
    const rig = new CameraRig(document.createElement('canvas'));
    rig.resize(1280, 720, { top: 0, right: 0, bottom: 0 });
    rig.step(1 / 60, still);
    rig.setMode('mirror');
    for (let i = 0; i < frames; i++) rig.step(1 / 60, still);
    const at = rig.camera.position.clone();
    rig.dispose();
    return at;
  };

  test('the camera takes its time, and goes at once where less motion is wanted', () => {
    const arrived = arrivalOf(600);
    expect(arrivalOf(1).distanceTo(arrived)).toBeGreaterThan(0.5);
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('reduced-motion') }));
    expect(arrivalOf(1).distanceTo(arrived)).toBeLessThan(0.01);
  });
});

test('a long row of bodies is whole in a narrow picture, from farther away than one body can be seen', () => {
  const [width, height, rowEnd] = [820, 1180, 3.4];
  const rig = new CameraRig(document.createElement('canvas'));
  rig.resize(width, height, { top: 0, right: 314, bottom: 0 });
  rig.setMode('figure');
  rig.setCompany(rowEnd);
  for (let i = 0; i < 240; i++) rig.step(1 / 60, still);
  for (const body of [bodyAt(0, 0, 1.72, 0.25), bodyAt(rowEnd, 0, 1.72, 0.25)]) {
    const { left, right } = drawnBounds(rig, body, width, height);
    expect(left).toBeGreaterThan(0);
    expect(right).toBeLessThan(width - 314);
  }
  rig.dispose();
});

test('a view that a link brings along stays, whoever comes or goes beside the person', () => {
  const rig = new CameraRig(document.createElement('canvas'));
  rig.resize(1280, 720, { top: 0, right: 314, bottom: 0 });
  rig.setCompany(-0.95);
  stepFor(rig, 0.5, () => bodyAt(0, 0, 1.72));
  rig.goTo([-8, 0.95, 0], [0, 0.95, 0]);
  rig.setCompany(0);
  stepFor(rig, 1, () => bodyAt(0, 0, 1.72));
  expect(rig.camera.position.distanceTo(new Vector3(-8, 0.95, 0))).toBeLessThan(0.01);
  rig.dispose();
});
