import { joinMotion } from '@leib/study';
import type { PersonEvents, StudySource } from '@leib/study/results';
import type { StudyStore } from './studyStore.js';

/** All that a store keeps of a study, for exports and reports; recordings are read when they are asked for. */
export async function sourceOfStudy(store: StudyStore, study: string): Promise<StudySource> {
  const people: PersonEvents[] = [];
  const motion = new Map<string, Set<string>>();
  for (const { participant, number, site } of await store.participants(study))
    people.push({ participant, number, site, events: await store.events(study, participant) });
  for (const { participant, stream } of await store.streams(study))
    motion.set(participant, (motion.get(participant) ?? new Set()).add(stream));
  return {
    study,
    protocols: await store.protocols(study),
    people,
    motion,
    async readMotion(participant, stream) {
      const pieces: Uint8Array[] = [];
      for (const chunk of await store.motion(study, participant))
        if (chunk.stream === stream) pieces.push((await store.motionBytes(study, chunk)) ?? new Uint8Array());
      return joinMotion(pieces);
    },
  };
}
