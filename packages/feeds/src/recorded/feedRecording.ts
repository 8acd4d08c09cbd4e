import {
  addChannel,
  appendMoment,
  doublesOf,
  type GrowingTrack,
  gradesOf,
  InputError,
  type Track,
  type TrackSpec,
} from '@leib/core';
import { type FeedDevice, POSE_SIZE, type TrackedPoint } from '@leib/tracking';

/** A named part of a recording: "tPose", "joints/leftHand". */
export interface FeedChapter {
  readonly name: string;
  readonly startSeconds: number;
  readonly endSeconds: number;
}

export interface RecordedDevice {
  readonly id: string;
  readonly name: string;
  readonly kind: FeedDevice['kind'];
  readonly suggestedPoint: TrackedPoint | null;
  /** Feed that it came from, where the id is that of the live device; absent: it is played as "recorded/id". */
  readonly feed?: string;
}

/** Recorded devices of a feed. Read-only after loading. */
export interface FeedRecording {
  /** Height of the floor, metres. */
  readonly floorY: number;
  readonly chapters: readonly FeedChapter[];
  readonly devices: readonly RecordedDevice[];
  readonly frameCount: number;
  /** Seconds from the first frame, never falling. */
  readonly times: Float64Array;
  /** World poses, the last known one while a device is lost. frameCount x devices x 7. */
  readonly poses: Float64Array;
  /** One of `quality`. frameCount x devices. */
  readonly quality: Uint8Array;
}

type AboutFeed = Pick<FeedRecording, 'floorY' | 'chapters' | 'devices'>;

/** Half an hour at 90 Hz; ten devices take 100 MB of it. */
const MOST_MOMENTS = 162_000;

/** A track for the devices of a source as they are, before roles, offsets and spaces. New ones may come at any time. */
export function feedTrackSpec(hz: number, name = 'bodies'): TrackSpec {
  const about: AboutFeed = { floorY: 0, chapters: [], devices: [] };
  return { name, kind: 'bodies', hz, about: { ...about }, channels: {}, mostMoments: MOST_MOMENTS };
}

/** The devices of a source in one moment, as such a track has them. */
export interface FeedMoment {
  readonly about: Track['about'];
  readonly channels: TrackSpec['channels'];
  readonly values: Readonly<Record<string, ArrayLike<number>>>;
}

const poseChannel = (id: string) => ({ kind: 'pose', count: 1, grade: gradeOf(id) }) as const;
const gradeChannel = { kind: 'step', count: 1, store: 'bytes' } as const;
const gradeOf = (id: string) => `quality of ${id}`;

export function feedMoment(devices: readonly FeedDevice[]): FeedMoment {
  const channels: Record<string, TrackSpec['channels'][string]> = {};
  const values: Record<string, ArrayLike<number>> = {};
  const about: AboutFeed = {
    floorY: 0,
    chapters: [],
    devices: devices.map(({ id, name, kind, suggestedPoint, feed }) => ({ id, name, kind, suggestedPoint, feed })),
  };
  for (const { id, pose, quality } of devices) {
    channels[gradeOf(id)] = gradeChannel;
    channels[id] = poseChannel(id);
    values[gradeOf(id)] = [quality];
    // What is lost keeps its last known pose.
    if (quality !== 0) values[id] = pose;
  }
  return { about: { ...about }, channels, values };
}

/** Adds one moment of all devices. False where it is not taken: time falls, or the track is full. */
export function appendFeedDevices(track: GrowingTrack, devices: readonly FeedDevice[], seconds: number): boolean {
  const { about, channels, values } = feedMoment(devices);
  const known = aboutOf(track).devices;
  const added = aboutOf({ about }).devices.filter(({ id }) => !known.some((device) => device.id === id));
  if (added.length > 0) track.about = { ...track.about, devices: [...known, ...added] };
  for (const id in channels) if (track.channels[id] === undefined) addChannel(track, id, channels[id]);
  const gone = known.filter(({ id }) => channels[id] === undefined);
  const lost = Object.fromEntries(gone.map(({ id }) => [gradeOf(id), [0]]));
  return appendMoment(track, seconds, { ...values, ...lost });
}

function aboutOf({ about }: Pick<Track, 'about'>): AboutFeed {
  return about as unknown as AboutFeed;
}

/** A track of loose devices as what its source takes. */
export function feedOfTrack(track: Track): FeedRecording {
  const { floorY = 0, chapters = [], devices } = aboutOf(track);
  const isNamed = ({ name, startSeconds, endSeconds }: FeedChapter) =>
    typeof name === 'string' && Number.isFinite(startSeconds) && Number.isFinite(endSeconds);
  if (!Number.isFinite(floorY) || !Array.isArray(chapters) || !chapters.every((chapter) => isNamed(Object(chapter))))
    throw new InputError(`track "${track.name}"`, 'expected the height of the floor, and chapters with name and times');
  if (!Array.isArray(devices) || devices.some((device) => typeof device?.id !== 'string'))
    throw new InputError(`track "${track.name}", devices`, 'expected a list of devices with their ids');
  const { times, momentCount } = track;
  const count = devices.length;
  const poses = new Float64Array(momentCount * count * POSE_SIZE);
  const quality = new Uint8Array(momentCount * count);
  devices.forEach(({ id }, device) => {
    const pose = doublesOf(track, id, POSE_SIZE);
    const grade = gradesOf(track, gradeOf(id), 1);
    for (let frame = 0; frame < momentCount; frame++) {
      const row = frame * count + device;
      quality[row] = grade[frame];
      for (let k = 0; k < POSE_SIZE; k++) poses[row * POSE_SIZE + k] = pose[frame * POSE_SIZE + k];
    }
  });
  const fromZero = times.map((time) => time - times[0]);
  return { floorY, chapters, devices, frameCount: momentCount, times: fromZero, poses, quality };
}

/** A recorded feed as a track. */
export function trackOfFeed({ frameCount, times, poses, quality, ...about }: FeedRecording, name = 'bodies'): Track {
  const count = about.devices.length;
  const channels: Record<string, Track['channels'][string]> = {};
  about.devices.forEach(({ id }, device) => {
    const grades = Uint8Array.from({ length: frameCount }, (_, frame) => quality[frame * count + device]);
    const values = new Float64Array(frameCount * POSE_SIZE);
    for (let frame = 0; frame < frameCount; frame++) {
      const from = (frame * count + device) * POSE_SIZE;
      values.set(poses.subarray(from, from + POSE_SIZE), frame * POSE_SIZE);
    }
    channels[gradeOf(id)] = { kind: 'step', count: 1, values: grades };
    channels[id] = { kind: 'pose', count: 1, grade: gradeOf(id), values };
  });
  const seconds = times[frameCount - 1];
  const hz = seconds > 0 ? (frameCount - 1) / seconds : 60;
  return { name, kind: 'bodies', hz, about: { ...about }, momentCount: frameCount, times, channels };
}
