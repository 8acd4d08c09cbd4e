/** VP9 and VP8 keep a transparent background; MP4 is for browsers that write nothing else. */
const types = ['video/webm;codecs=vp9,opus', 'video/webm;codecs=vp8,opus', 'video/webm', 'video/mp4'];

export interface RecordedVideo {
  readonly blob: Blob;
  readonly ending: 'webm' | 'mp4';
}

/** A recording that is being made. */
export interface VideoRecording {
  start(): void;
  /**
   * Whether the last picture has to be drawn on, so many seconds after the end: a recorder that is stopped before its
   * first picture is written writes an empty video, and on a busy machine that takes a while.
   */
  isHeld(secondsAfterEnd: number): boolean;
}

/** How often the recorder hands over what is written, milliseconds. */
const PIECE_MS = 200;
const MOST_HOLD_SECONDS = 20;

/**
 * Records what is drawn on a canvas, in real time, by the browser's own recorder.
 * @param play draws the movement, and starts the recording when its first picture is there
 * @throws an Error in one sentence where the browser records no video; where `play` throws, nothing is left behind
 */
export async function recordVideo(
  canvas: HTMLCanvasElement,
  sounds: readonly MediaStreamTrack[],
  play: (recording: VideoRecording) => Promise<void>,
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
    await play({
      start: () => recorder.start(PIECE_MS),
      isHeld: (seconds) => seconds < MOST_HOLD_SECONDS && pieces.every(({ size }) => size === 0),
    });
  } finally {
    if (recorder.state !== 'inactive') recorder.stop();
    for (const track of stream.getVideoTracks()) track.stop();
  }
  await stopped;
  return { blob: new Blob(pieces, { type: mimeType }), ending: mimeType.startsWith('video/mp4') ? 'mp4' : 'webm' };
}
