import { type HumanoidBone, InputError, jointOfBone } from '@leib/core';
import type { EmulatorHandle } from '@leib/tracking';
import { Vector3 } from 'three';
import type { Clock } from '../time/clock.js';
import type { AdvanceOptions, ManualClock } from '../time/manualClock.js';
import { medianOf } from '../world/meter.js';
import type { ShownPanel } from './sources.js';
import type { Studio } from './studio.js';

declare global {
  var leibStudio: StudioProbe | undefined;
}

type Point = readonly [x: number, y: number, z: number];

function isManualClock(clock: Clock): clock is ManualClock {
  return clock.isManual;
}

/** Measurements for tests and the console, as `leibStudio`. Only advance() has side effects. */
export type StudioProbe = ReturnType<typeof createProbe>;

export function createProbe({ world, clock, sources }: Studio) {
  const { meters, renderer, person, rig } = world;
  const probe = {
    /**
     * Advances the clock by this many seconds, frame by frame, on a page opened with ?clock=manual; resolves when the last
     * frame is shown. Rejects on any other page.
     */
    async advance(seconds: number, options?: AdvanceOptions): Promise<void> {
      if (!isManualClock(clock))
        throw new InputError(
          'advance',
          'expected a manual clock, got one that runs by itself; open the page with ?clock=manual',
        );
      await clock.advance(seconds, options);
    },
    /** Medians over the last frames, milliseconds. */
    get times() {
      return { frame: medianOf(meters.frame), solve: medianOf(meters.solve), interval: medianOf(meters.interval) };
    },
    /** Pictures drawn so far. */
    get frameCount() {
      return world.painter.frameCount;
    },
    /** Resources on the GPU as counted by three.js. */
    get memory() {
      return { ...renderer.info.memory, programs: renderer.info.programs?.length ?? 0 };
    },
    /** What the face shows (lids 0 to 1, eyes in radians, vowels 0 to 1), and what the eyes are directed at. */
    get face() {
      return { ...world.face.values, gaze: world.face.gaze };
    },
    /** What is worn, and how its bones were found; null where nothing is. */
    get avatar() {
      if (!world.body) return null;
      const { ownSkeleton, report } = world.body.avatar;
      const { name, convention, guessed, statureMetres } = report;
      const heights = (part: 'Foot' | 'Toes') =>
        (['left', 'right'] as const)
          .map((side) => jointOfBone(ownSkeleton, `${side}${part}`))
          .filter((joint) => joint >= 0)
          .map((joint) => ownSkeleton.restWorldPositions[joint * 3 + 1] * person.scale.x);
      const [ankles, toes] = [heights('Foot'), heights('Toes')];
      return {
        name,
        convention,
        guessedCount: guessed.length,
        statureMetres,
        ankleHeight: Math.min(...ankles),
        toesHeight: toes.length > 0 ? Math.min(...toes) : null,
      };
    },
    /** Head and shoulders of the worn avatar as a data address, when it has moved a moment longer. */
    takePortrait: () => world.takePortrait(),
    /** Position of a bone's joint on the stage, metres; null where the body lacks the bone. */
    jointWorld(bone: HumanoidBone): Point | null {
      const joint = world.body ? jointOfBone(world.body.avatar.skeleton, bone) : -1;
      if (!world.body || joint < 0) return null;
      const [x, y, z] = world.body.pose.worldPositions.subarray(joint * 3, joint * 3 + 3);
      return [x * person.scale.x, y * person.scale.x, z * person.scale.x];
    },
    /** Position of the joint that a handle of the emulated person moves, as its ball is drawn; null where there is none. */
    handleWorld: (handle: EmulatorHandle) => sources.handleWorld(handle),
    /** Position of a named object of the room on the stage, metres; null where there is none. */
    thingWorld(name: string): Point | null {
      const at = world.room.thingPlace?.(name) ?? null;
      return at && [at[0] * person.scale.x, at[1] * person.scale.x, at[2] * person.scale.x];
    },
    /** What the face of somebody else in the room shows, by their name; null where nobody is called so. */
    faceOf: (name: string) => world.room.faceOf?.(name) ?? null,
    /** The panel inside virtual reality; null outside of it. */
    get headsetPanel(): ShownPanel | null {
      return sources.headsetView?.describe() ?? null;
    },
    /** The same in pixels of the page. */
    thingOnScreen: (name: string) => orNull(probe.thingWorld(name)),
    /** A place on the stage, metres, in pixels of the page. */
    onScreen: toScreen,
    /** A joint in pixels of the page. */
    jointOnScreen: (bone: HumanoidBone) => orNull(probe.jointWorld(bone)),
  };
  function orNull(at: Point | null): readonly [x: number, y: number] | null {
    return at && toScreen(at);
  }
  function toScreen(at: Point): readonly [x: number, y: number] {
    const { x, y } = new Vector3(...at).project(rig.camera);
    const { left, top, width, height } = renderer.domElement.getBoundingClientRect();
    return [left + ((x + 1) / 2) * width, top + ((1 - y) / 2) * height];
  }
  return Object.freeze(probe);
}
