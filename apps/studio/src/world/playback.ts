import { type Act, movePlayHead } from '@leib/stage';
import { ME, type World } from './world.js';

/** Play, pause and seek, for sources that have a timeline; nothing happens for live ones. */
type Played = Pick<World, 'stage' | 'timeline'> & { readonly room?: Pick<World['room'], 'timeline'> };

export function togglePlaying(world: Played): void {
  const { timeline } = world;
  if (!timeline) return;
  const { isPlaying, isLooping, timeSeconds, durationSeconds } = timeline;
  // At the end of a recording that does not loop, play restarts it.
  if (!isPlaying && !isLooping && timeSeconds >= durationSeconds) seekTo(world, 0);
  actOnSource(world, { kind: isPlaying ? 'pause' : 'play' });
}

export function pause(world: Played): void {
  actOnSource(world, { kind: 'pause' });
}

export function seekTo(world: Played, seconds: number): void {
  actOnSource(world, { kind: 'seek', data: seconds });
}

export function seekBy(world: Played, seconds: number): void {
  if (world.timeline) seekTo(world, world.timeline.timeSeconds + seconds);
}

export function toggleLooping({ timeline }: Pick<World, 'timeline'>): void {
  if (timeline) timeline.isLooping = !timeline.isLooping;
}

/**
 * An act of the person whose source it is, so that takes have it; where nobody is on the stage yet, the source alone. What the room plays
 * is nobody's source.
 */
function actOnSource({ stage, timeline, room }: Played, act: Act): void {
  if (!timeline) return;
  if (room?.timeline) {
    movePlayHead(timeline, act);
    return;
  }
  stage.act({ ...act, actor: ME });
  if (!stage.actors.has(ME)) movePlayHead(timeline, act);
}
