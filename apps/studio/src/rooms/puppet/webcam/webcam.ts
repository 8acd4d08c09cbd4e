import {
  createOneEuroQuat,
  createOneEuroVec3,
  createQuat,
  DEG,
  easeScalar,
  type OneEuroParams,
  quat,
  stepOneEuroQuat,
  stepOneEuroVec3,
} from '@leib/core';
import {
  createHandSignal,
  FINGER_COUNT,
  HAND_POINT_COUNT,
  type HandSignal,
  type HandSource,
  readHandPoints,
  readHandRotation,
} from '@leib/tracking/hands';
import fullModel from '@mediapipe/hands/hand_landmark_full.tflite?url';
import liteModel from '@mediapipe/hands/hand_landmark_lite.tflite?url';
import graph from '@mediapipe/hands/hands.binarypb?url';
import script from '@mediapipe/hands/hands.js?url';
import assets from '@mediapipe/hands/hands_solution_packed_assets.data?url';
import assetsLoader from '@mediapipe/hands/hands_solution_packed_assets_loader.js?url';
import simdScript from '@mediapipe/hands/hands_solution_simd_wasm_bin.js?url';
import simdCode from '@mediapipe/hands/hands_solution_simd_wasm_bin.wasm?url';

/** Two hands before one camera. */
export interface Webcam {
  /** For the room to show; as the camera sees it, so a mirror image needs a flip. */
  readonly video: HTMLVideoElement;
  /** Pictures that the worker has answered. */
  readonly pictureCount: number;
  openHand(side: 'left' | 'right'): HandSource;
  dispose(): void;
}

/** Pictures are made this wide before they go to the worker: the tracker itself looks at 224 pixels. */
const PICTURE_WIDTH = 320;
const SILENT_MS = 1500;
const positionFilter: OneEuroParams = { minCutoffHz: 1.5, beta: 8, speedCutoffHz: 1 };
const rotationFilter: OneEuroParams = { minCutoffHz: 1.5, beta: 0.8, speedCutoffHz: 1 };
/** Pictures come ten to thirty times a second, frames sixty: fingers travel from one to the next. */
const BEND_HALF_LIFE = 0.02;

/** Asks for the camera and starts the tracker. What goes wrong is one sentence. */
export async function openWebcam(): Promise<Webcam> {
  const stream = await openCamera();
  try {
    const worker = await openTracker();
    const video = document.createElement('video');
    video.muted = true;
    video.playsInline = true;
    video.srcObject = stream;
    await video.play();
    return new CameraHands(stream, video, worker);
  } catch (error) {
    for (const track of stream.getTracks()) track.stop();
    throw error;
  }
}

async function openCamera(): Promise<MediaStream> {
  if (!navigator.mediaDevices) {
    throw new Error('Webcam: expected a page over https or on this machine, got another; open it so and try again');
  }
  try {
    return await navigator.mediaDevices.getUserMedia({
      video: { width: 640, height: 480, frameRate: 30, facingMode: 'user' },
      audio: false,
    });
  } catch (error) {
    throw new Error(cameraRefusal(error));
  }
}

/** The browser's refusal as what to do. */
function cameraRefusal(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError') return 'Webcam: the camera was refused; allow it in the address bar and try again';
  if (name === 'NotFoundError' || name === 'OverconstrainedError')
    return 'Webcam: no camera was found; plug one in and try again';
  if (name === 'NotReadableError') return 'Webcam: another program uses the camera; close it and try again';
  return `Webcam: the camera could not be opened; try another one (${error})`;
}

function openTracker(): Promise<Worker> {
  // A classic worker: see handTrackerWorker.ts.
  const worker = new Worker(new URL('./handTrackerWorker.ts', import.meta.url));
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => {
      worker.terminate();
      reject(new Error(`Webcam: the hand tracker did not start; load the page again (${reason})`));
    };
    worker.onmessage = ({ data }: MessageEvent<TrackerAnswer>) => {
      if (data.kind === 'opened') resolve(worker);
      else if (data.kind === 'failed') fail(data.reason);
    };
    worker.onerror = ({ message }) => fail(message || 'its script could not be loaded');
    worker.postMessage({ kind: 'open', files: trackerFiles(), maxHands: 2 } satisfies TrackerRequest);
  });
}

class CameraHands implements Webcam {
  readonly video: HTMLVideoElement;
  pictureCount = 0;
  readonly #stream: MediaStream;
  readonly #worker: Worker;
  readonly #hands = new Set<CameraHand>();
  #isBusy = false;
  #isDisposed = false;
  #takenMs = Number.NaN;
  #view: CameraView = { width: PICTURE_WIDTH, height: 240 };

  constructor(stream: MediaStream, video: HTMLVideoElement, worker: Worker) {
    this.#stream = stream;
    this.video = video;
    this.#worker = worker;
    worker.onmessage = ({ data }: MessageEvent<TrackerAnswer>) => this.#take(data);
    worker.onerror = ({ message }) => this.#stop(`The hand tracker stopped: open the webcam again (${message}).`);
    for (const track of stream.getVideoTracks()) {
      track.addEventListener('ended', () => this.#stop('The camera was unplugged: plug it in and open it again.'));
    }
    this.#waitForPicture();
  }

  openHand(side: 'left' | 'right'): HandSource {
    const hand = new CameraHand(side, () => this.#hands.delete(hand));
    this.#hands.add(hand);
    return hand;
  }

  dispose(): void {
    this.#isDisposed = true;
    for (const track of this.#stream.getTracks()) track.stop();
    this.video.srcObject = null;
    this.#worker.terminate();
  }

  #waitForPicture(): void {
    if (this.#isDisposed) return;
    this.video.requestVideoFrameCallback((nowMs, { captureTime }) => {
      this.#waitForPicture();
      // The worker gets a new picture when it has answered the last: what waits in a queue is old.
      if (!this.#isBusy) void this.#send(captureTime ?? nowMs);
    });
  }

  async #send(takenMs: number): Promise<void> {
    const { videoWidth, videoHeight } = this.video;
    if (videoWidth === 0) return;
    this.#isBusy = true;
    this.#takenMs = takenMs;
    const height = Math.round((PICTURE_WIDTH * videoHeight) / videoWidth);
    this.#view = { width: PICTURE_WIDTH, height };
    try {
      const picture = await createImageBitmap(this.video, { resizeWidth: PICTURE_WIDTH, resizeHeight: height });
      this.#worker.postMessage({ kind: 'frame', picture } satisfies TrackerRequest, [picture]);
    } catch {
      // The camera stopped between two pictures.
      this.#isBusy = false;
    }
  }

  #take(answer: TrackerAnswer): void {
    this.#isBusy = false;
    if (answer.kind === 'failed') this.#stop(`The hand tracker stopped: open the webcam again (${answer.reason}).`);
    if (answer.kind !== 'hands') return;
    this.pictureCount++;
    for (const hand of this.#hands) hand.take(this.#choose(hand.side, answer.hands), this.#view, this.#takenMs);
  }

  /** With one hand in play any hand will do: the tracker sometimes takes a left hand for a right one. */
  #choose(side: 'left' | 'right', hands: readonly FoundHand[]): FoundHand | null {
    const own = hands.filter((hand) => sideOf(hand) === side);
    const candidates = this.#hands.size > 1 || own.length > 0 ? own : hands;
    return candidates.reduce<FoundHand | null>((best, hand) => (best && best.score >= hand.score ? best : hand), null);
  }

  #stop(problem: string): void {
    for (const hand of this.#hands) hand.stop(problem);
  }
}

class CameraHand implements HandSource {
  readonly label = 'Webcam';
  problem: string | null = 'The webcam sees no hand: hold it up in front of the camera.';
  eventMs = Number.NaN;
  readonly side: 'left' | 'right';
  readonly #seen = createHandSignal();
  readonly #position = createOneEuroVec3();
  readonly #rotation = createOneEuroQuat();
  readonly #onDispose: () => void;
  #takenMs = Number.NaN;
  #isStopped = false;

  constructor(side: 'left' | 'right', onDispose: () => void) {
    this.side = side;
    this.#onDispose = onDispose;
  }

  take(hand: FoundHand | null, view: CameraView, takenMs: number): void {
    const seen = this.#seen;
    if (hand === null || !readCameraHand(hand, view, seen)) {
      seen.confidence = 0;
      this.problem = 'The webcam sees no hand: hold it up in front of the camera.';
      this.#position.isStarted = false;
      this.#rotation.isStarted = false;
      return;
    }
    const passed = Math.min(Math.max((takenMs - this.#takenMs) / 1000 || 0.033, 0.005), 0.5);
    this.#takenMs = takenMs;
    this.problem = null;
    const [x, y, z] = seen.position;
    const [qx, qy, qz, qw] = seen.rotation;
    stepOneEuroVec3(this.#position, positionFilter, [x, y, z], passed);
    stepOneEuroQuat(this.#rotation, rotationFilter, quat.set(createQuat(), qx, qy, qz, qw), passed);
  }

  stop(problem: string): void {
    this.#isStopped = true;
    this.problem = problem;
  }

  step(dtSeconds: number, out: HandSignal): void {
    const seen = this.#seen;
    const isSilent = !(performance.now() - this.#takenMs < SILENT_MS);
    if (this.#isStopped || isSilent || seen.confidence === 0) {
      out.confidence = 0;
      return;
    }
    for (let finger = 0; finger < FINGER_COUNT; finger++) {
      out.bends[finger] = easeScalar(out.bends[finger], seen.bends[finger], BEND_HALF_LIFE, dtSeconds);
      out.splay[finger] = easeScalar(out.splay[finger], seen.splay[finger], BEND_HALF_LIFE, dtSeconds);
    }
    out.position.set(this.#position.value);
    out.rotation.set(this.#rotation.value);
    out.timeSeconds = this.#takenMs / 1000;
    out.confidence = seen.confidence;
    this.eventMs = this.#takenMs;
  }

  dispose(): void {
    this.#onDispose();
  }
}

/**
 * Files of @mediapipe/hands as this server hands them out: the build copies them, and they are loaded when a camera is
 * first used. Nothing comes from elsewhere. The code without SIMD is left out: every browser that can run the rest has
 * SIMD.
 */
function trackerFiles(): Readonly<Record<string, string>> {
  const files = {
    'hands.binarypb': graph,
    'hands.js': script,
    'hand_landmark_full.tflite': fullModel,
    'hand_landmark_lite.tflite': liteModel,
    'hands_solution_packed_assets.data': assets,
    'hands_solution_packed_assets_loader.js': assetsLoader,
    'hands_solution_simd_wasm_bin.js': simdScript,
    'hands_solution_simd_wasm_bin.wasm': simdCode,
  };
  return Object.fromEntries(Object.entries(files).map(([name, url]) => [name, new URL(url, location.href).href]));
}

/** Of the whole picture from left to right: webcams have 60 to 70 degrees. */
const FIELD_OF_VIEW = 65 * DEG;

interface CameraView {
  /** Of the picture, pixels. */
  readonly width: number;
  readonly height: number;
}

const points = new Float64Array(HAND_POINT_COUNT * 3);

/** A camera sees no mirror image, and the tracker expects one: its right is the left hand. */
function sideOf({ label }: FoundHand): 'left' | 'right' {
  return label === 'Left' ? 'right' : 'left';
}

/**
 * Bends, splay and pose of a hand in the player's space: right of the player is +x, and the camera is at the origin.
 * The distance comes from the size of the hand in the picture. False where the points are no hand.
 */
function readCameraHand(hand: FoundHand, view: CameraView, out: HandSignal): boolean {
  // The camera faces the player: it stands turned round, half a turn about the vertical.
  for (let point = 0; point < HAND_POINT_COUNT; point++) {
    points[point * 3] = -hand.handPoints[point * 3];
    points[point * 3 + 1] = -hand.handPoints[point * 3 + 1];
    points[point * 3 + 2] = hand.handPoints[point * 3 + 2];
  }
  const side = sideOf(hand);
  const focalLength = view.width / 2 / Math.tan(FIELD_OF_VIEW / 2);
  const distance =
    (focalLength * spreadOf(hand.handPoints, 3, 1, 1)) / spreadOf(hand.picturePoints, 2, view.width, view.height);
  if (!(distance > 0.05 && distance < 5)) return false;
  if (!readHandPoints(points, side, out) || !readHandRotation(points, side, out.rotation)) return false;
  const right = (hand.picturePoints[0] - 0.5) * view.width;
  const up = (0.5 - hand.picturePoints[1]) * view.height;
  out.position[0] = (-right * distance) / focalLength;
  out.position[1] = (up * distance) / focalLength;
  out.position[2] = distance;
  out.confidence = hand.score;
  return true;
}

/** Root of the mean square distance of the points from their middle, seen along the camera. */
function spreadOf(values: Float32Array, size: number, scaleX: number, scaleY: number): number {
  let [x, y, square] = [0, 0, 0];
  for (let at = 0; at < HAND_POINT_COUNT * size; at += size) {
    const [px, py] = [values[at] * scaleX, values[at + 1] * scaleY];
    x += px;
    y += py;
    square += px * px + py * py;
  }
  return Math.sqrt(Math.max(0, square / HAND_POINT_COUNT - (x * x + y * y) / HAND_POINT_COUNT ** 2));
}

/** What the page asks of the worker that finds hands in pictures, and what it answers. */
export type TrackerRequest =
  | {
      readonly kind: 'open';
      /** Address of each file of @mediapipe/hands, by its name. */
      readonly files: Readonly<Record<string, string>>;
      readonly maxHands: number;
    }
  /** The worker closes the picture. */
  | { readonly kind: 'frame'; readonly picture: ImageBitmap };

export interface FoundHand {
  /** As the tracker calls it: it takes pictures for mirror images, so a right hand before a camera is "Left". */
  readonly label: 'Left' | 'Right';
  /** 0..1. */
  readonly score: number;
  /** In the picture: x right and y down, 0..1. 21 x 2. */
  readonly picturePoints: Float32Array;
  /** Metres from the hand's middle: x right, y down, z away from the camera. 21 x 3. */
  readonly handPoints: Float32Array;
}

export type TrackerAnswer =
  | { readonly kind: 'opened'; readonly isOnProcessor: boolean }
  | { readonly kind: 'hands'; readonly hands: readonly FoundHand[] }
  | { readonly kind: 'failed'; readonly reason: string };
