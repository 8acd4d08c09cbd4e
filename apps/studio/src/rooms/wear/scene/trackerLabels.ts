import { roleNames, type TrackerRole } from '@leib/calibration';
import type { FeedDevice, TrackedPoint } from '@leib/tracking';
import { type Object3D, Vector3 } from 'three';
import { type StageLabel, StageLabels } from '../../../world/stageLabels.js';
import type { World } from '../../../world/world.js';

/** Names of trackers beside them in the picture: where each sits once that is known, its own name before. */
export class TrackerLabels {
  readonly #world: World;
  /** The space that the trackers are measured in. */
  readonly #tracked: Object3D;
  readonly #labels: StageLabels;

  constructor(world: World, tracked: Object3D) {
    this.#world = world;
    this.#tracked = tracked;
    this.#labels = new StageLabels(world);
  }

  update(devices: readonly FeedDevice[], roleOf: Readonly<Record<string, TrackedPoint | null>>): void {
    const shown = this.#world.renderer.xr.isPresenting
      ? []
      : devices.map((device) => this.#labelOf(device, roleOf[device.id] ?? null));
    this.#labels.update(shown, true);
  }

  dispose(): void {
    this.#labels.dispose();
  }

  #labelOf({ name, pose }: FeedDevice, role: TrackedPoint | null): StageLabel {
    const at = this.#tracked.localToWorld(new Vector3(pose[0], pose[1], pose[2]));
    return { text: labelText(name, role), at, kind: 'thing', align: 'start' };
  }
}

/** "Tracker C" before it is known where it sits, "left hand" after. */
export function labelText(name: string, role: TrackedPoint | null): string {
  if (role === null) return name;
  return role === 'head' ? 'head' : roleNames[role as TrackerRole];
}
