import type { ActorId } from '@leib/stage';

export interface VoiceFigures {
  /** The microphone. */
  readonly isOn: boolean;
  readonly isTalking: boolean;
  /** A host has muted me for all. */
  readonly isMuted: boolean;
  /** Those whom I hear, with an open microphone and a way through the network. */
  readonly heard: readonly ActorId[];
  /** Those whom no way leads to. */
  readonly unreachable: readonly ActorId[];
  /** The browser plays nothing before the page is touched. */
  readonly isBlocked: boolean;
  /** How voices are, for people. */
  readonly sentence: string;
}

/** How voices are, in plain words. */
export function sentenceOfVoices(figures: Omit<VoiceFigures, 'sentence'>, hasRelay: boolean): string {
  const { heard, unreachable, isBlocked, isMuted, isOn } = figures;
  const words: string[] = [];
  if (isMuted && isOn) words.push('A host has muted you: nobody hears you.');
  if (isBlocked) words.push('Press anywhere to hear the others.');
  else if (heard.length > 0) words.push(`You hear ${heard.length === 1 ? '1 person' : `${heard.length} people`}.`);
  if (unreachable.length > 0) {
    const whom = unreachable.length === 1 ? '1 person' : `${unreachable.length} people`;
    const why = hasRelay ? 'the TURN server does not answer, or lets nobody through' : 'a TURN server is needed';
    words.push(`Voice cannot pass the network to ${whom}: ${why}.`);
  }
  return words.join(' ');
}
