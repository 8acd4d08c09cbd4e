import { defaultSkeleton } from '@leib/body';
import type { Motion, Timeline } from '@leib/core';
import { createPerson, type EmbodySettings } from '@leib/embody';
import type { TrackedSource } from '@leib/tracking';

const STEP_HZ = 60;
const STEPS_PER_FRAME = 2;
/** Long enough for the body to come from where the next round begins. */
const LEAD_IN_SECONDS = 4;

/** A source that loops over a timeline of its own. */
export interface LoopSource extends TrackedSource {
  readonly timeline: Timeline;
}

/**
 * A loop of head and hands as a motion of the whole default body, solved by embody. It begins with the end of the round
 * before, so that the last frame leads to the first.
 */
export function solvedMotion(source: LoopSource, settings: EmbodySettings): Motion {
  const skeleton = defaultSkeleton;
  const person = createPerson({ skeleton, source, settings: { solver: settings } });
  const { timeline } = source;
  const { durationSeconds } = timeline;
  timeline.timeSeconds = Math.ceil(LEAD_IN_SECONDS / durationSeconds) * durationSeconds - LEAD_IN_SECONDS;
  for (let i = 0; i < LEAD_IN_SECONDS * STEP_HZ; i++) person.step(1 / STEP_HZ);
  const hz = STEP_HZ / STEPS_PER_FRAME;
  const frameCount = Math.round(durationSeconds * hz) + 1;
  const rootPositions = new Float64Array(frameCount * 3);
  const localRotations = new Float64Array(frameCount * skeleton.jointCount * 4);
  for (let frame = 0; frame < frameCount; frame++) {
    rootPositions.set(person.pose.rootPosition, frame * 3);
    localRotations.set(person.pose.localRotations, frame * skeleton.jointCount * 4);
    for (let i = 0; i < STEPS_PER_FRAME; i++) person.step(1 / STEP_HZ);
  }
  return { name: source.label, skeleton, hz, frameCount, rootPositions, localRotations };
}
