import { copyPoseSlice, type FeedDevice, POSE_SIZE, quality } from '@leib/tracking';
import type { FeedRecording, RecordedDevice } from './feedRecording.js';

/** Recordings end here by themselves: ten devices at 90 Hz take 100 MB in half an hour. */
const MOST_SECONDS = 1800;
/** Frames that a block has room for. */
const BLOCK_FRAMES = 512;

/** Frames with one number of devices. */
interface FrameBlock {
  readonly deviceCount: number;
  frameCount: number;
  readonly times: Float64Array;
  /** BLOCK_FRAMES x deviceCount x 7, and x 1. */
  readonly poses: Float64Array;
  readonly grades: Uint8Array;
}

/** Records the devices of a source as they are, before roles, offsets and spaces. */
export interface FeedRecorder {
  readonly devices: RecordedDevice[];
  readonly numberOf: Map<string, number>;
  readonly blocks: FrameBlock[];
  seconds: number;
  /** Nothing more is taken. */
  isFull: boolean;
}

export function createFeedRecorder(): FeedRecorder {
  return { devices: [], numberOf: new Map(), blocks: [], seconds: 0, isFull: false };
}

/** Takes one frame of all devices. New ones may come at any time. */
export function recordFeedFrame(recorder: FeedRecorder, devices: readonly FeedDevice[], dtSeconds: number): void {
  if (recorder.isFull) return;
  for (let i = 0; i < devices.length; i++) {
    const { id, name, kind, suggestedPoint, feed } = devices[i];
    if (recorder.numberOf.has(id)) continue;
    recorder.numberOf.set(id, recorder.devices.length);
    recorder.devices.push({ id, name, kind, suggestedPoint, feed });
  }
  if (recorder.blocks.length > 0) recorder.seconds += dtSeconds;
  const block = blockWithRoom(recorder);
  const frame = block.frameCount++;
  block.times[frame] = recorder.seconds;
  for (let i = 0; i < devices.length; i++) {
    const row = frame * block.deviceCount + (recorder.numberOf.get(devices[i].id) ?? 0);
    copyPoseSlice(block.poses, row * POSE_SIZE, devices[i].pose, 0);
    block.grades[row] = devices[i].quality;
  }
  recorder.isFull = recorder.seconds >= MOST_SECONDS;
}

function blockWithRoom({ blocks, devices }: FeedRecorder): FrameBlock {
  const last = blocks.at(-1);
  if (last !== undefined && last.deviceCount === devices.length && last.frameCount < BLOCK_FRAMES) return last;
  const block: FrameBlock = {
    deviceCount: devices.length,
    frameCount: 0,
    times: new Float64Array(BLOCK_FRAMES),
    poses: new Float64Array(BLOCK_FRAMES * devices.length * POSE_SIZE),
    grades: new Uint8Array(BLOCK_FRAMES * devices.length).fill(quality.lost),
  };
  blocks.push(block);
  return block;
}

/** What was recorded; null where no frame with a device was. */
export function finishFeedRecording({ devices, blocks }: FeedRecorder, floorY = 0): FeedRecording | null {
  const frameCount = blocks.reduce((sum, block) => sum + block.frameCount, 0);
  const count = devices.length;
  if (frameCount === 0 || count === 0) return null;
  const recording: FeedRecording = {
    floorY,
    chapters: [],
    devices,
    frameCount,
    times: new Float64Array(frameCount),
    poses: new Float64Array(frameCount * count * POSE_SIZE),
    quality: new Uint8Array(frameCount * count).fill(quality.lost),
  };
  let frame = 0;
  for (const block of blocks) {
    for (let i = 0; i < block.frameCount; i++, frame++) {
      recording.times[frame] = block.times[i];
      for (let device = 0; device < count; device++) writeDevice(recording, frame, device, block, i);
    }
  }
  return recording;
}

/** A device that is not there yet, or lost, keeps its last pose; the origin before it was seen. */
function writeDevice(out: FeedRecording, frame: number, device: number, block: FrameBlock, i: number): void {
  const count = out.devices.length;
  const row = frame * count + device;
  const from = i * block.deviceCount + device;
  const isSeen = device < block.deviceCount && block.grades[from] !== quality.lost;
  if (isSeen) {
    out.quality[row] = block.grades[from];
    copyPoseSlice(out.poses, row * POSE_SIZE, block.poses, from * POSE_SIZE);
  } else if (frame === 0) out.poses[row * POSE_SIZE + 6] = 1;
  else copyPoseSlice(out.poses, row * POSE_SIZE, out.poses, (row - count) * POSE_SIZE);
}
