import { createHandSignal, type HandSource } from '@leib/tracking/hands';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import fistUrl from '../../../../fixtures/hands/fist.jpg?url';
import openUrl from '../../../../fixtures/hands/open.jpg?url';
import { openWebcam, type Webcam } from './webcam.js';

/** A camera that films a canvas: a rendered right hand, its palm towards the camera. */
const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 240 });
const context = canvas.getContext('2d') as CanvasRenderingContext2D;
let webcam: Webcam;

async function show(url: string | null): Promise<void> {
  context.fillStyle = '#8899aa';
  context.fillRect(0, 0, 320, 240);
  if (url === null) return;
  const picture = new Image();
  picture.src = url;
  await picture.decode();
  context.drawImage(picture, 0, 0);
}

/** Frames of the camera until the tracker has answered some more; the camera needs new pictures to film. */
async function film(count: number): Promise<void> {
  const last = webcam.pictureCount + count;
  while (webcam.pictureCount < last) {
    context.fillStyle = webcam.pictureCount % 2 ? '#8899aa' : '#8899ab';
    context.fillRect(0, 0, 2, 2);
    await new Promise(requestAnimationFrame);
  }
}

function read(source: HandSource) {
  const signal = createHandSignal();
  for (let i = 0; i < 30; i++) source.step(1 / 60, signal);
  return signal;
}

beforeAll(async () => {
  await show(openUrl);
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(async () => canvas.captureStream());
  webcam = await openWebcam();
});
afterAll(() => {
  webcam.dispose();
  vi.restoreAllMocks();
});

test('an open hand and a fist are found in the pictures, and an empty picture is no hand', async () => {
  const source = webcam.openHand('right');
  await film(4);
  const open = read(source);
  expect(source.problem).toBe(null);
  expect(open.confidence).toBeGreaterThan(0.7);
  for (let finger = 1; finger < 5; finger++) expect(open.bends[finger]).toBeLessThan(0.35);
  // Fingers point up, the palm to the camera: away from the player, who faces it.
  const [x, y, z, w] = open.rotation;
  expect(2 * (w * x - y * z)).toBeGreaterThan(0.8); // up, of the direction of the fingers
  expect(Math.abs(open.position[0])).toBeLessThan(0.2);
  expect(open.position[2]).toBeGreaterThan(0.1);

  await show(fistUrl);
  await film(6);
  const fist = read(source);
  for (let finger = 1; finger < 5; finger++) expect(fist.bends[finger]).toBeGreaterThan(0.8);

  await show(null);
  await film(6);
  expect(read(source).confidence).toBe(0);
  expect(source.problem).toMatch(/sees no hand/);
  expect(source.eventMs).toBeGreaterThan(0);
  source.dispose();
});

test('with both hands in play a right hand is not the left one’s', async () => {
  const left = webcam.openHand('left');
  const right = webcam.openHand('right');
  await show(openUrl);
  await film(4);
  expect(read(right).confidence).toBeGreaterThan(0.7);
  expect(read(left).confidence).toBe(0);
  left.dispose();
  right.dispose();
});

test('a refused camera is one sentence', async () => {
  vi.mocked(navigator.mediaDevices.getUserMedia).mockRejectedValueOnce(new DOMException('', 'NotAllowedError'));
  await expect(openWebcam()).rejects.toThrow(
    'Webcam: the camera was refused; allow it in the address bar and try again',
  );
});
