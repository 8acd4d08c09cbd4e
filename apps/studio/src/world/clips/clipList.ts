import type { Performance } from '../demo/performance.js';

/** Clips of our own making, in the order of the list. Their movements are loaded when they are played. */
export const clipList = [
  { id: 'wave', label: 'Wave', detail: 'hello with one hand, then both' },
  { id: 'walk', label: 'Walk and turn', detail: 'to and fro, arms swing' },
  { id: 'reach', label: 'Crouch and reach', detail: 'picks up, lifts, puts back' },
  { id: 'dance', label: 'Dance', detail: 'sixteen beats' },
] as const;

export type ClipId = (typeof clipList)[number]['id'];

export function isClipId(id: unknown): id is ClipId {
  return clipList.some((clip) => clip.id === id);
}

export async function loadClip(id: ClipId): Promise<Performance> {
  const { clips } = await import('./clips.js');
  return clips[id];
}
