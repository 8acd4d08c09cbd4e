/** VP9 and VP8 keep a transparent background; MP4 is for browsers that write nothing else. */
const types = ['video/webm;codecs=vp9,opus', 'video/webm;codecs=vp8,opus', 'video/webm', 'video/mp4'];

export interface RecordedVideo {
  readonly blob: Blob;
  readonly ending: 'webm' | 'mp4';
}

/**
 * Records what is drawn on a canvas, in real time, by the browser's own recorder.
 * @param play draws the movement, and calls what it is given when its first picture is there
 * @throws an Error in one sentence where the browser records no video; where `play` throws, nothing is left behind
 */
export async function recordVideo(
  canvas: HTMLCanvasElement,
  sounds: readonly MediaStreamTrack[],
  play: (start: () => void) => Promise<void>,
): Promise<RecordedVideo> {
  const mimeType = types.find((type) => globalThis.MediaRecorder?.isTypeSupported(type));
  if (!mimeType) throw new Error('this browser records no video; export pictures instead');
  const stream = canvas.captureStream();
  for (const track of sounds) stream.addTrack(track);
  const recorder = new MediaRecorder(stream, { mimeType, videoBitsPerSecond: 12_000_000 });
  const pieces: Blob[] = [];
  recorder.ondataavailable = ({ data }) => void pieces.push(data);
  const stopped = new Promise<void>((resolve) => {
    recorder.onstop = () => resolve();
  });
  try {
    await play(() => recorder.start());
  } finally {
    if (recorder.state !== 'inactive') recorder.stop();
  }
  await stopped;
  for (const track of stream.getVideoTracks()) track.stop();
  return { blob: new Blob(pieces, { type: mimeType }), ending: mimeType.startsWith('video/mp4') ? 'mp4' : 'webm' };
}
