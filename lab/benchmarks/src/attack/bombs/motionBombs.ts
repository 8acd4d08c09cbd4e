import { gzip, writeC3d, writeGlb } from '@leib/formats';
import { McapWriter } from '@mcap/core';
import { joined } from '../readers/smallFiles.js';
import { type Bomb, fill, textBomb } from './bomb.js';

const pose = '[0,1,0,0,0,0,1]';
const trackingHeader = '{"format":"leib-tracking/1","hz":60}\n';
const line = (t: number) => `{"t":${t},"head":${pose}}\n`;
const bvh = (joints: string, rest: string) =>
  `HIERARCHY\nROOT a\n{\nOFFSET 0 1 0\nCHANNELS 1 Xrotation\n${joints}}\nMOTION\n${rest}`;
const joint = (name: string) => `JOINT ${name}\n{\nOFFSET 0 1 0\n}\n`;
const poses = (count: number, width: number) =>
  `[${Array.from({ length: count }, () => '0,'.repeat(width - 1) + 1).join()}]`;

/** Movements: rates, gaps in time, frames of nothing, names, nesting. */
export const motionBombs: readonly Bomb[] = [
  textBomb('hz 3e7', 'tracking lines', () => `{"format":"leib-tracking/1","hz":3e7}\n${line(0)}${line(1)}`),
  textBomb('a gap of 1e5 s', 'tracking lines', () => trackingHeader + line(0) + line(1e5)),
  textBomb(
    'frames of nothing',
    'tracking lines',
    () => trackingHeader + line(0) + fill('{"t":1}\n', trackingHeader + line(0)),
  ),
  textBomb('hands in the first of many frames', 'tracking lines', () => {
    const hands = `{"t":0,"head":${pose},"leftHandJoints":${poses(25, 7)},"rightHandJoints":${poses(25, 7)}}\n`;
    return trackingHeader + hands + fill('{"t":1}\n', trackingHeader + hands);
  }),
  textBomb('a tracker of its own in each line', 'tracking lines', () => {
    const lines = Array.from({ length: 60_000 }, (_, i) => `{"t":${i},"head":${pose},"x${i}":${pose}}\n`);
    return trackingHeader + lines.join('');
  }),
  textBomb('256 trackers, then frames of nothing', 'tracking lines', () => {
    const first = `{"t":0,"head":${pose}${Array.from({ length: 255 }, (_, i) => `,"x${i}":null`).join('')}}\n`;
    return trackingHeader + first + fill('{"t":1}\n', trackingHeader + first);
  }),
  textBomb('a gap of 1e5 s', 'joints lines', () => {
    const joints = (t: number) => `{"t":${t},"p":${poses(22, 3)},"q":${poses(22, 4)}}\n`;
    return `{"format":"leib-joints/1","hz":90}\n${joints(0)}${joints(1e5)}`;
  }),
  textBomb('a rate of 1e-300', 'joints lines', () => `{"format":"leib-joints/1","hz":1e-300}\n`),
  textBomb('a tracker of its own in each frame', 'feed lines', () => {
    const frame = (i: number) => `{"format":"leib-feed/1","t":${i},"devices":[{"id":"d${i}","pose":${pose}}]}\n`;
    return `{"format":"leib-feed-recording/1"}\n${Array.from({ length: 40_000 }, (_, i) => frame(i)).join('')}`;
  }),
  textBomb('200 trackers, then frames of nothing', 'feed lines', () => {
    const devices = Array.from({ length: 60 }, (_, i) => `{"id":"d${i}","pose":${pose}}`).join();
    const first = `{"format":"leib-feed-recording/1"}\n{"format":"leib-feed/1","t":0,"devices":[${devices}]}\n`;
    return first + fill('{"format":"leib-feed/1","t":1,"devices":[]}\n', first);
  }),
  textBomb('short frames', 'hand lines', () =>
    fill('{"t":0,"bends":[0,0,0,0,0]}\n', '{"format":"leib-hand/1","hz":60}\n').replace(
      /^/,
      '{"format":"leib-hand/1","hz":60}\n',
    ),
  ),
  textBomb('a line of brackets', 'hand lines', () => fill('[')),
  textBomb('Frame Time 1e5', 'BVH', () => bvh('', 'Frames: 2\nFrame Time: 1e5\n0\n0\n')),
  textBomb('Frame Time 1e-9', 'BVH', () => bvh('', 'Frames: 2\nFrame Time: 0.000000001\n0\n0\n')),
  textBomb('1000 joints that do not move, and many frames', 'BVH', () => {
    const joints = Array.from({ length: 1000 }, (_, i) => joint(`j${i}`)).join('');
    return bvh(joints, `Frames: 2000000\nFrame Time: 0.01\n${'0\n'.repeat(2_000_000)}`);
  }),
  textBomb('many joints and as many frames as are allowed', 'BVH', () => {
    const joints = Array.from({ length: 1000 }, (_, i) => joint(`j${i}`)).join('');
    return bvh(joints, `Frames: 5600\nFrame Time: 0.01\n${'0\n'.repeat(5600)}`);
  }),
  textBomb('all joints of one name', 'BVH', () => bvh(fill(joint('a')).slice(0, -200 * 28), '')),
  textBomb('1000 joints of one name', 'BVH', () => bvh(joint('a').repeat(1000), 'Frames: 2\nFrame Time: 0.01\n0\n0\n')),
  textBomb('1000 joints below each other', 'BVH', () =>
    bvh('JOINT a\n{\nOFFSET 0 1 0\n'.repeat(1000) + '}\n'.repeat(1000), 'Frames: 2\nFrame Time: 0.01\n0\n0\n'),
  ),
  textBomb('one channel, two million frames', 'BVH', () =>
    bvh('', `Frames: 2400000\nFrame Time: 0.01\n${'0\n'.repeat(2_400_000)}`),
  ),
  textBomb('numbers of 1e300', 'BVH', () =>
    bvh(joint('b'), `Frames: 200000\nFrame Time: 0.01\n${'1e300\n'.repeat(200_000)}`),
  ),
  textBomb('one line without end', 'BVH', () => `HIERARCHY\nROOT ${fill('a', 'HIERARCHY ROOT ')}`),
  { name: '600 MB of zeros', reader: 'gzip', make: () => gzip(new Uint8Array(600_000_000)) },
  {
    name: '16 MB of frames, as much as may come out',
    reader: 'gzip',
    make: () => gzip(new TextEncoder().encode(trackingHeader + '{"t":1}\n'.repeat(2_000_000))),
  },
  {
    name: '400 MB of frames',
    reader: 'gzip',
    make: () => gzip(new TextEncoder().encode(trackingHeader + '{"t":1}\n'.repeat(50_000_000))),
  },
  {
    name: '300 tracks, each as large as a file may become',
    reader: 'MCAP',
    make: () => {
      const track = (i: number) => ({ topic: `/track/${i}`, channels: { a: { kind: 'line', count: 90_000 } } });
      const tracks = Array.from({ length: 300 }, (_, i) => track(i));
      return mcapOf(tracks, tracks.keys());
    },
  },
  {
    name: 'two headers of 1000 channels that take turns',
    reader: 'MCAP',
    make: () => {
      const channels = Object.fromEntries(
        Array.from({ length: 1000 }, (_, i) => [`c${i}`, { kind: 'line', count: 0 }]),
      );
      const tracks = [1, 2].map((hz) => ({ topic: '/track/a', hz, channels }));
      return mcapOf(
        tracks,
        Array.from({ length: 50_000 }, (_, i) => i % 2),
      );
    },
  },
  { name: 'markers at 1e30', reader: 'C3D', make: () => c3dOf(() => 1e30) },
  {
    name: 'no markers and 4e9 frames',
    reader: 'C3D',
    make: () => {
      const bytes = c3dOf(() => 0);
      bytes.fill(0, 2, 6);
      return bytes;
    },
  },
  { name: 'parameters that overlap', reader: 'C3D', make: overlappingC3d },
  { name: 'two keys 1e5 s apart', reader: 'glTF motion', make: () => gltfAnimation([0, 0.01, 1e5]) },
  { name: 'two keys 1e-30 s apart', reader: 'glTF motion', make: () => gltfAnimation([0, 1e-30]) },
  {
    name: '1000 still nodes and keys over 1000 s',
    reader: 'glTF motion',
    make: () => gltfAnimation([0, 0.01, 0.02, 0.03, 1000], 1000),
  },
  {
    name: '10 000 channels on one accessor',
    reader: 'glTF motion',
    make: () =>
      gltfAnimation(
        Array.from({ length: 100_000 }, (_, i) => i / 1000),
        10,
        10_000,
      ),
  },
  { name: '60 000 nodes below each other', reader: 'glTF motion', make: () => gltfAnimation([0, 1], 60_000, 1, true) },
  { name: '60 000 nodes of one name', reader: 'glTF motion', make: () => gltfAnimation([0, 1], 60_000) },
];

/** Tracks by their headers, and a moment of nothing for each number of one. */
async function mcapOf(
  tracks: readonly { readonly topic: string; readonly hz?: number; readonly channels: object }[],
  moments: Iterable<number>,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0n;
  const writer = new McapWriter({
    writable: {
      write: async (bytes) => {
        parts.push(bytes.slice());
        size += BigInt(bytes.length);
      },
      position: () => size,
    },
  });
  await writer.start({ profile: 'leib-session/1', library: '' });
  const ids: number[] = [];
  for (const { topic, hz = 60, channels } of tracks) {
    const header = JSON.stringify({ format: 'leib-track/1', name: topic, kind: 'bodies', hz, about: {}, channels });
    ids.push(
      await writer.registerChannel({
        topic,
        schemaId: 0,
        messageEncoding: 'json',
        metadata: new Map([['header', header]]),
      }),
    );
  }
  let sequence = 0;
  for (const track of moments) {
    const time = BigInt(sequence);
    const data = new TextEncoder().encode(`{"t":${sequence / 1e9}}`);
    await writer.addMessage({ channelId: ids[track], sequence: sequence++, logTime: time, publishTime: time, data });
  }
  await writer.end();
  return joined(...parts);
}

function c3dOf(value: (i: number) => number): Uint8Array {
  const labels = Array.from({ length: 20 }, (_, i) => `M${i}`);
  const positions = Float64Array.from({ length: 50 * 60 }, (_, i) => value(i));
  return writeC3d({ rate: 100, labels, frameCount: 50, positions });
}

/** A chain of parameters, each a few bytes after the one before, each with four million values. */
function overlappingC3d(): Uint8Array {
  const bytes = new Uint8Array(5_000_000);
  bytes.set([2, 0x50]);
  bytes.set([1, 0, 1, 0, 0, 0, 1, 0], 2);
  new DataView(bytes.buffer).setUint16(16, 9000, true);
  bytes.set([1, 0x50, 255, 84], 512);
  for (let at = 516; at + 20 < 4_500_000; at += 12) bytes.set([1, 1, 65, 9, 0, 1, 3, 255, 255, 60, 0, 0], at);
  return bytes;
}

/** Nodes below a top, all called the same, and channels that turn the first of them. */
function gltfAnimation(times: readonly number[], nodeCount = 2, channelCount = 1, isChain = false): Uint8Array {
  const count = times.length;
  const binary = new Uint8Array(count * 20);
  new Float32Array(binary.buffer, 0, count).set(times);
  const turns = new Float32Array(binary.buffer, count * 4, count * 4);
  for (let i = 3; i < turns.length; i += 4) turns[i] = 1;
  const others = Array.from({ length: nodeCount - 1 }, (_, i) => i + 1);
  const nodes = Array.from({ length: nodeCount }, (_, i) => ({
    name: 'a',
    ...(isChain ? i + 1 < nodeCount && { children: [i + 1] } : i === 0 && { children: others }),
  }));
  return writeGlb({
    json: {
      asset: { version: '2.0' },
      nodes,
      buffers: [{ byteLength: binary.length }],
      bufferViews: [
        { buffer: 0, byteLength: count * 4 },
        { buffer: 0, byteOffset: count * 4, byteLength: count * 16 },
      ],
      accessors: [
        { bufferView: 0, componentType: 5126, count, type: 'SCALAR' },
        { bufferView: 1, componentType: 5126, count, type: 'VEC4' },
      ],
      animations: [
        {
          channels: Array.from({ length: channelCount }, (_, i) => ({
            sampler: i,
            target: { node: i % nodeCount, path: 'rotation' },
          })),
          samplers: Array.from({ length: channelCount }, () => ({ input: 0, output: 1 })),
        },
      ],
    },
    binary,
  });
}
