import { afterEach, expect, test, vi } from 'vitest';
import { recordVideo } from '../files/recordVideo.js';
import { createRealClock } from '../time/clock.js';
import { ExportDesk } from './exportDesk.js';

afterEach(() => {
  vi.unstubAllGlobals();
});

function fakeRecorder() {
  const track = {
    isStopped: false,
    stop() {
      track.isStopped = true;
    },
  };
  const recorder = {
    state: 'inactive',
    onstop: () => {},
    ondataavailable: (_: { data: Blob }) => {},
    start() {
      recorder.state = 'recording';
    },
    stop: () => {
      recorder.state = 'inactive';
      recorder.ondataavailable({ data: new Blob(['film']) });
      recorder.onstop();
    },
  };
  const MediaRecorder = Object.assign(
    function record() {
      return recorder;
    },
    { isTypeSupported: () => true },
  );
  vi.stubGlobal('MediaRecorder', MediaRecorder);
  const canvas = { captureStream: () => ({ addTrack() {}, getVideoTracks: () => [track] }) };
  return { recorder, track, canvas: canvas as unknown as HTMLCanvasElement };
}

test('a video that is played to its end is one file', async () => {
  const { canvas, track } = fakeRecorder();
  const { blob, ending } = await recordVideo(canvas, [], async (video) => video.start());
  expect([await blob.text(), ending, track.isStopped]).toEqual(['film', 'webm', true]);
});

test('cancelled while it plays: the recorder and the canvas are let go, and nothing is written', async () => {
  const { canvas, track, recorder } = fakeRecorder();
  const said: string[] = [];
  const desk = new ExportDesk(createRealClock(), (_, text) => said.push(text));
  await desk.run('Take 1 as Video', async (job) => {
    await recordVideo(canvas, [], async (video) => {
      video.start();
      await job.report(0.1);
      desk.cancel();
      await job.report(0.2);
    });
    return 'written';
  });
  expect(said).toEqual(['Take 1 as Video: cancelled, nothing was written.']);
  expect([recorder.state, track.isStopped, desk.current]).toEqual(['inactive', true, null]);
});
