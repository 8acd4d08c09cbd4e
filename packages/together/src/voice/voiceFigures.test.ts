import { expect, test } from 'vitest';
import { sentenceOfVoices } from './voiceFigures.js';

const quiet = { isOn: false, isTalking: false, isMuted: false, heard: [], unreachable: [], isBlocked: false };

test.each([
  [quiet, false, ''],
  [{ ...quiet, heard: ['a'] }, false, 'You hear 1 person.'],
  [{ ...quiet, heard: ['a', 'b', 'c'] }, false, 'You hear 3 people.'],
  [{ ...quiet, heard: ['a'], isBlocked: true }, false, 'Press anywhere to hear the others.'],
  [{ ...quiet, unreachable: ['a'] }, false, 'Voice cannot pass the network to 1 person: a TURN server is needed.'],
  [
    { ...quiet, heard: ['a'], unreachable: ['b', 'c'] },
    true,
    'You hear 1 person. Voice cannot pass the network to 2 people: the TURN server does not answer, or lets nobody through.',
  ],
  [{ ...quiet, isOn: true, isMuted: true }, false, 'A host has muted you: nobody hears you.'],
])('%o, with a relay: %s: %s', (figures, hasRelay, sentence) => {
  expect(sentenceOfVoices(figures, hasRelay)).toBe(sentence);
});
