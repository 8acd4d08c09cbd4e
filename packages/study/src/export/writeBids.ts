import { resampleTrack, skeletonOfTrack, smplJointNames, type Track } from '@leib/core';
import { trackedPoints } from '@leib/tracking';
import { type Column, writeTsv } from './csv.js';

/**
 * Motion-BIDS (BIDS 1.10, "Motion"; Jeung et al., "Motion-BIDS", Scientific Data 2024): one recording of one task as files of a dataset.
 */
export interface BidsRecording {
  readonly participant: string;
  readonly task: string;
  /** From 1. */
  readonly run: number;
  readonly tracks: readonly Track[];
  readonly events: readonly BidsEvent[];
}

/** A row of a task's events. */
export interface BidsEvent {
  /** From the beginning of the recording, seconds. */
  readonly onset: number;
  readonly kind: string;
  readonly value: string;
  /** Of markers: which instrument, and to what the onset is right, seconds. */
  readonly source: string | null;
  readonly uncertainty: number | null;
}

export interface ExportFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** One column of a motion file. */
interface MotionChannel {
  readonly name: string;
  readonly component: string;
  readonly type: 'POS' | 'ORNT' | 'LATENCY' | 'MISC';
  readonly tracked_point: string;
  readonly units: string;
  readonly reference_frame: string;
  /** The number of a moment; NaN where the point was lost. */
  readonly at: (moment: number) => number;
}

/** Labels of BIDS are letters and digits. */
export function bidsLabel(text: string): string {
  return text.replace(/[^A-Za-z0-9]/g, '') || 'x';
}

/** Files of one recording: what was tracked, what was wished, what was reached are tracking systems of their own. */
export function bidsFilesOf({ participant, task, run, tracks, events }: BidsRecording): readonly ExportFile[] {
  const folder = `sub-${bidsLabel(participant)}/motion`;
  const name = `sub-${bidsLabel(participant)}_task-${bidsLabel(task)}_run-${run}_events`;
  const happened = [
    file(`${folder}/${name}.tsv`, writeTsv(eventColumns, events)),
    file(`${folder}/${name}.json`, json(aboutEvents)),
  ];
  const motions = tracks.flatMap((track) => {
    // Files of motion have no column of times: the rate is even.
    const even = isEven(track)
      ? track
      : resampleTrack(track, track.hz, Math.floor(spanOf(track) * track.hz + 1e-6) + 1);
    const channels = channelsOf(even);
    if (channels.length === 0 || even.momentCount === 0) return [];
    const system = bidsLabel(track.name);
    const name = `sub-${bidsLabel(participant)}_task-${bidsLabel(task)}_tracksys-${system}_run-${run}`;
    return [
      file(`${folder}/${name}_motion.tsv`, motionLines(even, channels)),
      file(`${folder}/${name}_motion.json`, json(aboutMotion(track, task, channels))),
      file(`${folder}/${name}_channels.tsv`, writeTsv(channelColumns(track.hz), channels)),
      file(`${folder}/${name}_channels.json`, json(aboutChannels)),
    ];
  });
  return motions.length > 0 && events.length > 0 ? [...motions, ...happened] : motions;
}

/** Rounded to microseconds. */
const time = (value: number | null) => (value === null ? null : Math.round(value * 1e6) / 1e6);

const eventColumns: readonly Column<BidsEvent>[] = [
  { name: 'onset', type: 'number', unit: 's', means: '', of: ({ onset }) => time(onset) },
  { name: 'duration', type: 'number', unit: 's', means: '', of: () => 0 },
  { name: 'trial_type', type: 'text', unit: '', means: '', of: ({ kind }) => kind },
  { name: 'value', type: 'text', unit: '', means: '', of: ({ value }) => value },
  { name: 'source', type: 'text', unit: '', means: '', of: ({ source }) => source },
  { name: 'uncertainty', type: 'number', unit: 's', means: '', of: ({ uncertainty }) => time(uncertainty) },
];

const aboutEvents = {
  trial_type: { Description: 'What happened: "marked" by another instrument, or a word of the task' },
  value: { Description: 'The label of the marker, or what is said about it, JSON' },
  source: { Description: 'Of markers: which instrument' },
  uncertainty: { Description: 'Of markers: the onset is right to this', Units: 's' },
};

export function file(path: string, text: string): ExportFile {
  return { path, bytes: new TextEncoder().encode(text) };
}

export function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function spanOf({ times, momentCount }: Track): number {
  return momentCount > 0 ? times[momentCount - 1] - times[0] : 0;
}

function isEven({ times, momentCount, hz }: Track): boolean {
  for (let i = 1; i < momentCount; i++) if (Math.abs(times[i] - times[0] - i / hz) > 0.1 / hz) return false;
  return true;
}

const world = 'global';
const local = 'local';

function channelsOf(track: Track): readonly MotionChannel[] {
  const { kind, channels } = track;
  if (kind === 'devices' || kind === 'bodies') {
    const names = kind === 'devices' ? trackedPoints : namesAbout(track);
    return Object.entries(channels).flatMap(([name, { kind: mix, count }]) =>
      mix === 'pose' && (kind === 'bodies' || count === trackedPoints.length) ? posesOf(track, name, names) : [],
    );
  }
  if (kind === 'joints') {
    const names = [...smplJointNames];
    return [...placesOf(track, 'positions', names), ...turnsOf(track, 'rotations', names, world), ...delayOf(track)];
  }
  if (kind === 'pose' || kind === 'forces') {
    const { names } = skeletonOfTrack(track);
    const [root, joints] = kind === 'pose' ? ['root', 'joints'] : ['wishedRoot', 'wished'];
    return [...placesOf(track, root, [names[0]]), ...turnsOf(track, joints, names, local), ...delayOf(track)];
  }
  return [];
}

function namesAbout({ about: { names } }: Track): readonly string[] {
  return Array.isArray(names) ? names.map(String) : [];
}

const axes = ['x', 'y', 'z'] as const;
const quaternion = ['quat_x', 'quat_y', 'quat_z', 'quat_w'] as const;

/** Positions of some points in one channel, three numbers each. */
function placesOf({ channels }: Track, channel: string, names: readonly string[]): readonly MotionChannel[] {
  const found = channels[channel];
  if (!found) return [];
  const size = found.count;
  return names.flatMap((name, i) =>
    axes.map((axis, k) => place(name, axis, (moment) => found.values[moment * size + i * 3 + k])),
  );
}

function turnsOf(
  { channels }: Track,
  channel: string,
  names: readonly string[],
  frame: string,
): readonly MotionChannel[] {
  const found = channels[channel];
  if (!found) return [];
  return names.flatMap((name, i) =>
    quaternion.map((part, k) =>
      turn(name, part, frame, (moment) => found.values[moment * found.count * 4 + i * 4 + k]),
    ),
  );
}

function posesOf({ channels }: Track, channel: string, names: readonly string[]): readonly MotionChannel[] {
  const found = channels[channel];
  const grade = found.grade === undefined ? undefined : channels[found.grade];
  // A lost point holds its last place in a recording; here it is none.
  const at = (i: number, k: number) => (moment: number) =>
    grade && grade.values[moment * grade.count + i] === 0
      ? Number.NaN
      : found.values[(moment * found.count + i) * 7 + k];
  return Array.from({ length: found.count }, (_, i) => names[i] ?? `${channel}${i}`).flatMap((name, i) => [
    ...axes.map((axis, k) => place(name, axis, at(i, k))),
    ...quaternion.map((part, k) => turn(name, part, world, at(i, 3 + k))),
  ]);
}

function place(point: string, component: string, at: MotionChannel['at']): MotionChannel {
  return {
    name: `${point}_POS_${component}`,
    component,
    type: 'POS',
    tracked_point: point,
    units: 'm',
    reference_frame: world,
    at,
  };
}

function turn(point: string, component: string, frame: string, at: MotionChannel['at']): MotionChannel {
  return {
    name: `${point}_ORNT_${component}`,
    component,
    type: 'ORNT',
    tracked_point: point,
    units: 'n/a',
    reference_frame: frame,
    at,
  };
}

/** How late the target of the moment was. */
function delayOf({ channels: { delay } }: Track): readonly MotionChannel[] {
  if (!delay) return [];
  const about = {
    name: 'delay',
    component: 'n/a',
    type: 'MISC',
    tracked_point: 'n/a',
    units: 's',
    reference_frame: 'n/a',
  } as const;
  return [{ ...about, at: (moment) => delay.values[moment * delay.count] }];
}

function motionLines({ momentCount }: Track, channels: readonly MotionChannel[]): string {
  const lines: string[] = [];
  for (let moment = 0; moment < momentCount; moment++) {
    const numbers = channels.map(({ at }) => {
      const value = at(moment);
      return Number.isFinite(value) ? String(Math.round(value * 1e6) / 1e6) : 'n/a';
    });
    lines.push(numbers.join('\t'));
  }
  return `${lines.join('\n')}\n`;
}

function aboutMotion({ name, kind, hz, times, momentCount }: Track, task: string, channels: readonly MotionChannel[]) {
  const count = (type: string) => channels.filter((channel) => channel.type === type).length;
  return {
    TaskName: bidsLabel(task),
    TaskDescription: task,
    SamplingFrequency: hz,
    SamplingFrequencyEffective:
      momentCount > 1 ? (momentCount - 1) / Math.max(1e-9, times[momentCount - 1] - times[0]) : hz,
    TrackingSystemName: bidsLabel(name),
    Manufacturer: 'Leib',
    ManufacturersModelName: `track "${name}" (${kind})`,
    RecordingType: 'continuous',
    MotionChannelCount: channels.length,
    POSChannelCount: count('POS'),
    ORNTChannelCount: count('ORNT'),
    MISCChannelCount: count('MISC'),
    TrackedPointsCount: new Set(channels.map(({ tracked_point }) => tracked_point).filter((point) => point !== 'n/a'))
      .size,
    SubjectArtefactDescription: 'n/a',
  };
}

function channelColumns(hz: number): readonly Column<MotionChannel>[] {
  const text = (name: string, of: (channel: MotionChannel) => string): Column<MotionChannel> => ({
    name,
    type: 'text',
    unit: '',
    means: '',
    of,
  });
  return [
    text('name', (channel) => channel.name),
    text('component', (channel) => channel.component),
    text('type', (channel) => channel.type),
    text('tracked_point', (channel) => channel.tracked_point),
    text('units', (channel) => channel.units),
    text('reference_frame', (channel) => channel.reference_frame),
    { name: 'sampling_frequency', type: 'number', unit: '', means: '', of: () => hz },
  ];
}

/** The standard asks for an order of rotations, which quaternions do not have. X to the right, Y up, Z towards who looks at the person: X right, Y superior, -Z anterior. */
const aboutChannels = {
  reference_frame: {
    Description: 'Coordinate system of positions and orientations',
    Levels: {
      global: {
        SpatialAxes: 'RSP',
        RotationRule: 'right-hand',
        RotationOrder: 'XYZ',
        Description: 'The room: right-handed, Y up, metres. Orientations are unit quaternions.',
      },
      local: {
        SpatialAxes: 'RSP',
        RotationRule: 'right-hand',
        RotationOrder: 'XYZ',
        Description: 'The joint’s parent, whose axes are the room’s in the T-pose facing +Z.',
      },
    },
  },
};
