import { defaultSkeleton } from '@leib/body';
import { type Motion, recordingOf, trackOfMotion } from '@leib/core';
import { seededRandom } from '@leib/core/testing';
import {
  gzip,
  jointsFromMotion,
  motionOfRecording,
  readC3d,
  readFeedLines,
  readGltfJson,
  readHandLines,
  recordingOfFile,
  resampleMotion,
  resampleRecording,
  trackingFromMotion,
  trackOfJoints,
  withGltfJson,
  writeBvh,
  writeC3d,
  writeFeedLines,
  writeGltfMotion,
  writeHandLines,
  writeJointsLines,
  writeRecording,
  writeTrackingLines,
} from '@leib/formats';
import { trackOfDevices } from '@leib/tracking';
import { FINGER_COUNT, type HandRecording } from '@leib/tracking/hands';
import type { FileToMutate, MutationKind, ReaderUnderTest } from '../../../../../packages/core/dist/check/testing.js';

const encoder = new TextEncoder();

/** Text to be damaged as words, and as bytes. */
export function textFile(text: string, ...kinds: readonly MutationKind[]): FileToMutate {
  return { bytes: encoder.encode(text), kinds: kinds.length > 0 ? kinds : ['text', 'text', 'bytes'] };
}

/** The JSON of a GLB or glTF is damaged more often than its bytes. */
export function gltfToMutate(glb: Uint8Array): readonly FileToMutate[] {
  const json = readGltfJson(glb);
  return [
    {
      bytes: encoder.encode(JSON.stringify(json)),
      kinds: ['json'],
      wrap: (damaged) => {
        const changed: unknown = JSON.parse(new TextDecoder().decode(damaged));
        return withGltfJson(glb, changed as typeof json);
      },
    },
    { bytes: glb, kinds: ['bytes'] },
  ];
}

/** A second of a person who waves and sinks. */
export function smallMotion(frameCount = 6): Motion {
  const random = seededRandom(4);
  const { jointCount } = defaultSkeleton;
  const rootPositions = Float64Array.from({ length: frameCount * 3 }, (_, i) =>
    i % 3 === 1 ? 0.9 - 0.01 * Math.floor(i / 3) : 0,
  );
  const localRotations = new Float64Array(frameCount * jointCount * 4);
  for (let at = 0; at < localRotations.length; at += 4) {
    const half = 0.2 * (random() - 0.5);
    localRotations.set([Math.sin(half), 0, 0, Math.cos(half)], at);
  }
  return { name: 'small', skeleton: defaultSkeleton, hz: 30, frameCount, rootPositions, localRotations };
}

/** Readers of movements, each with what follows in the command and the studio: another rate. */
export async function motionReaders(): Promise<ReaderUnderTest[]> {
  const motion = smallMotion();
  const tracking = trackingFromMotion(motion);
  const joints = jointsFromMotion(motion);
  const bvh = writeBvh(motion);
  return [
    { name: 'BVH', files: [textFile(bvh)], read: readAny('a.bvh') },
    {
      name: 'tracking lines',
      files: [textFile(writeTrackingLines(tracking), 'json lines', 'json lines', 'text', 'bytes')],
      read: readAny('a.jsonl'),
    },
    {
      name: 'joints lines',
      files: [textFile(writeJointsLines(joints), 'json lines', 'json lines', 'text', 'bytes')],
      read: readAny('a.jsonl'),
    },
    {
      name: 'hand lines',
      files: [textFile(writeHandLines(smallHand()), 'json lines', 'json lines', 'text', 'bytes')],
      read: (bytes) => readHandLines(bytes),
    },
    {
      name: 'feed lines',
      files: [textFile(smallFeed(), 'json lines', 'json lines', 'text', 'bytes')],
      read: (bytes) => readFeedLines(new TextDecoder().decode(bytes)),
    },
    { name: 'MCAP', files: [{ bytes: await smallSession(motion), kinds: ['bytes'] }], read: readAny('a.mcap') },
    {
      name: 'C3D',
      files: ([{}, { integerScale: 0.1 }, { processor: 'dec' }] as const).map((options) => ({
        bytes: smallC3d(options),
        kinds: ['bytes'] as const,
      })),
      read: readC3d,
    },
    { name: 'glTF motion', files: gltfToMutate(await writeGltfMotion(motion)), read: readAny('a.glb') },
    { name: 'gzip', files: [{ bytes: await gzip(encoder.encode(bvh)), kinds: ['bytes'] }], read: readAny('a.bvh.gz') },
  ];
}

function readAny(name: string): ReaderUnderTest['read'] {
  return async (bytes) => {
    const { recording } = await recordingOfFile(bytes, name);
    const resampled = resampleRecording(recording, 60);
    const motion = motionOfRecording(resampled, name);
    return motion ? resampleMotion(motion, 90) : resampled;
  };
}

function smallHand(frameCount = 5): HandRecording {
  const list = (size: number, make: (i: number) => number) =>
    Float64Array.from({ length: frameCount * size }, (_, i) => make(i));
  return {
    hz: 60,
    frameCount,
    times: list(1, (i) => i / 60),
    bends: list(FINGER_COUNT, (i) => (i % 7) / 7),
    splay: list(FINGER_COUNT, (i) => (i % 3) / 3 - 0.3),
    positions: list(3, (i) => i / 10),
    rotations: list(4, (i) => (i % 4 === 3 ? 1 : 0)),
    confidences: list(1, () => 1),
  };
}

function smallFeed(frameCount = 4): string {
  const devices = ['a', 'b', 'c'].map((id) => ({ id, name: id, kind: 'tracker' as const, suggestedPoint: null }));
  const count = frameCount * devices.length;
  return writeFeedLines({
    floorY: 0,
    chapters: [{ name: 'all', startSeconds: 0, endSeconds: 0.1 }],
    devices,
    frameCount,
    times: Float64Array.from({ length: frameCount }, (_, i) => i / 60),
    poses: Float64Array.from({ length: count * 7 }, (_, i) => (i % 7 === 6 ? 1 : 0.1 * (i % 7))),
    quality: new Uint8Array(count).fill(2),
  });
}

async function smallSession(motion: Motion): Promise<Uint8Array> {
  const tracks = [
    trackOfDevices(trackingFromMotion(motion)),
    trackOfJoints(jointsFromMotion(motion)),
    trackOfMotion(motion),
  ];
  return writeRecording(recordingOf(tracks, { documents: [{ seconds: 0, doc: { arms: 1 } }] }));
}

function smallC3d(options: Parameters<typeof writeC3d>[1]): Uint8Array {
  const labels = ['LFHD', 'RFHD', 'C7', 'LASI', 'RASI', 'LANK', 'RANK'];
  const positions = Float64Array.from({ length: 8 * labels.length * 3 }, (_, i) => 0.05 * (i % 37));
  const analog = { labels: ['Fx'], units: ['N'], samplesPerFrame: 2, values: new Float64Array(16) };
  return writeC3d(
    { rate: 100, labels, frameCount: 8, positions, ...(options?.integerScale ? {} : { analog }) } as Parameters<
      typeof writeC3d
    >[0],
    options,
  );
}
