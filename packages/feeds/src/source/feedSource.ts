import type { Timeline } from '@leib/core';
import {
  composePoses,
  copyPoseSlice,
  createDeviceTable,
  createTrackerOffsets,
  createXrOffsets,
  type DeviceFrame,
  type FeedDevice,
  invertPose,
  loseEverything,
  loseStaleDevices,
  POSE_SIZE,
  pointNumber,
  quality,
  type TrackedPoint,
  type TrackedSource,
  type TrackerOffsets,
  trackedPoints,
} from '@leib/tracking';

/** The point of each device, by device id. Null: no point, even if its protocol suggests one. */
export type FeedRoles = Readonly<Record<string, TrackedPoint | null>>;

/** Poses of tracked spaces, 7 numbers each, by the name of the feed; see calibration's spacesOfProfile(). */
export type FeedSpaces = Readonly<Record<string, Float64Array>>;

/** State of one feed. Counts begin with the source. */
export interface FeedStatus {
  /** "dtrack:5000"; the first part of its devices' ids. */
  readonly name: string;
  /** Why it does not listen, in one sentence; null when it does. */
  readonly problem: string | null;
  readonly packets: number;
  /** Packets that could not be decoded. */
  readonly damaged: number;
  /** Packets that were not used, or not whole, because another sender is known: see docs/feeds.md. */
  readonly ignored: number;
  /** What was wrong with parts of packets, and how often; see FeedPacket. */
  readonly faults: ReadonlyMap<string, number>;
  readonly lost: number;
  readonly reordered: number;
  readonly duplicated: number;
  /** Restarts of the sender. */
  readonly restarts: number;
  readonly rateHz: number;
  /** NaN when unknown. */
  readonly latencyMs: number;
}

/** connecting: for the first time; lost: there is no answer, or no longer, and it is tried again; closed: by dispose(). */
export type FeedConnection = 'connecting' | 'open' | 'lost' | 'closed';

/** A live source of any number of devices, of which up to eleven are points of a body. */
export interface FeedSource extends TrackedSource {
  readonly connection: FeedConnection;
  readonly feeds: readonly FeedStatus[];
  /** In the order of their first packet; lost devices stay. Do not write them. */
  readonly devices: readonly FeedDevice[];
  /** Rises when a device is added or renamed. */
  readonly revision: number;
  /** All roles; assign to replace them. A device without a role has the point that its protocol suggests, if any. */
  roles: FeedRoles;
  /** Alignment of each feed's space, by its name, applied to its points. Feeds that are not listed stay as they are. */
  spaces: FeedSpaces;
  /** The device of a point: the first that is not lost; null when there is none. */
  deviceOf(point: TrackedPoint): FeedDevice | null;
}

/** A monotonic clock in milliseconds: performance.now. */
export type NowMs = () => number;

/**
 * The common part of all feeds: assigns devices to points and writes a DeviceFrame. Subclasses own the connection and
 * fill the table.
 */
export class DeviceSource implements TrackedSource {
  readonly label: string;
  /** Identity until calibration writes the trackers' offsets on their joints. */
  readonly offsets: TrackerOffsets = createTrackerOffsets();
  readonly timeline: Timeline | null = null;
  protected readonly table: ReturnType<typeof createDeviceTable> = createDeviceTable();
  protected readonly nowMs: NowMs;
  #roles: ReadonlyMap<string, TrackedPoint | null> = new Map();
  #spaces: ReadonlyMap<string, Float64Array> = new Map();
  #seenRevision = -1;
  /** Devices of each point, by pointNumber: those with a role before those with a suggestion. */
  readonly #candidates: FeedDevice[][] = trackedPoints.map(() => []);

  constructor(label: string, nowMs: NowMs = () => performance.now()) {
    this.label = label;
    this.nowMs = nowMs;
  }

  get devices(): readonly FeedDevice[] {
    return this.table.devices;
  }

  get revision(): number {
    return this.table.revision;
  }

  get roles(): FeedRoles {
    return Object.fromEntries(this.#roles);
  }

  set roles(roles: FeedRoles) {
    this.#roles = new Map(Object.entries(roles));
    this.#seenRevision = -1;
  }

  get spaces(): FeedSpaces {
    return Object.fromEntries(this.#spaces);
  }

  set spaces(spaces: FeedSpaces) {
    this.#spaces = new Map(Object.entries(spaces));
  }

  deviceOf(point: TrackedPoint): FeedDevice | null {
    this.#assign();
    return best(this.#candidates[pointNumber[point]]);
  }

  step(_dtSeconds: number, out: DeviceFrame): void {
    const nowMs = this.nowMs();
    loseStaleDevices(this.table, nowMs);
    this.#assign();
    loseEverything(out);
    out.timeSeconds = nowMs / 1000;
    for (let point = 0; point < trackedPoints.length; point++) {
      const device = best(this.#candidates[point]);
      if (device === null || device.quality === quality.lost) continue;
      const space = this.#spaces.get(device.feed);
      if (space === undefined) copyPoseSlice(out.devicePoses, point * POSE_SIZE, device.pose, 0);
      else composePoses(out.devicePoses, point * POSE_SIZE, space, 0, device.pose, 0);
      if (point === pointNumber.head && looksBack(device)) writeHeadOfHeadset(out.devicePoses, point * POSE_SIZE);
      out.quality[point] = device.quality;
    }
  }

  dispose(): void {}

  #assign(): void {
    if (this.#seenRevision === this.table.revision) return;
    this.#seenRevision = this.table.revision;
    for (const list of this.#candidates) list.length = 0;
    for (const device of this.table.devices) {
      const role = this.#roles.get(device.id);
      if (role) this.#candidates[pointNumber[role]].push(device);
    }
    for (const device of this.table.devices) {
      if (device.suggestedPoint !== null && this.#roles.get(device.id) === undefined) {
        this.#candidates[pointNumber[device.suggestedPoint]].push(device);
      }
    }
  }
}

/** The first that is not lost, else the first. */
function best(candidates: readonly FeedDevice[]): FeedDevice | null {
  for (let i = 0; i < candidates.length; i++) if (candidates[i].quality !== quality.lost) return candidates[i];
  return candidates.length > 0 ? candidates[0] : null;
}

/** Feeds whose senders use Unity's axes: a headset at identity looks along +Z there, as a head joint at rest does. */
const unityFeed = /^(vmc|vrchat):/;

/** Whether a headset's pose looks along -Z at identity, as WebXR's; else it looks along +Z. */
export function looksBack({ kind, feed }: Pick<FeedDevice, 'kind' | 'feed'>): boolean {
  return kind === 'headset' && !unityFeed.test(feed);
}

const headInHeadset = new Float64Array(POSE_SIZE);
invertPose(headInHeadset, 0, createXrOffsets(), 0);

/** The head joint under a headset that looks along -Z, for an average head. */
function writeHeadOfHeadset(out: Float64Array, at: number): void {
  composePoses(out, at, out, at, headInHeadset, 0);
}
