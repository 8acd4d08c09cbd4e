import { buildSkeleton, createPose, InputError } from '@leib/core';
import type { Actor, ActorKind } from './actor.js';
import type { ActorDoc, ActorId } from './stageDoc.js';

const skeleton = buildSkeleton([{ name: 'hips', bone: 'hips', parent: null, offset: [0, 1, 0] }]);

/** Runs along x at a speed of its settings; remembers how far it came. What a law needs to see of an actor. */
export interface Runner extends Actor {
  doc: ActorDoc;
  isDisposed: boolean;
  /** How often it was told another document. */
  setCount: number;
}

export function createRunner(doc: ActorDoc, id: ActorId): Runner {
  const pose = createPose(skeleton);
  let [seconds, isPlaying] = [0, true];
  const runner: Runner = {
    id,
    kind: doc.kind,
    skeleton,
    pose,
    doc,
    isDisposed: false,
    setCount: 0,
    step(_stage, dtSeconds) {
      if (runner.doc.settings.fails === true) throw new Error('out of breath');
      if (isPlaying) seconds += dtSeconds;
      if (isPlaying) pose.rootPosition[0] += dtSeconds * Number(runner.doc.settings.speed ?? 1);
    },
    set(next) {
      runner.setCount++;
      if (next.source.kind !== runner.doc.source.kind) return false;
      runner.doc = next;
      return true;
    },
    act({ kind }) {
      if (kind === 'pause') isPlaying = false;
      if (kind === 'play') isPlaying = true;
    },
    pack() {
      const body = Int16Array.of(pose.rootPosition[0] * 1000, seconds * 1000);
      // As packing leaves it (createPackedActor): who it is, the stage says.
      const packed = { id: '', kind: '', body, fingers: null, face: null };
      return packed;
    },
    figures: () => ({ numbers: { seconds }, remarks: [] }),
    dispose() {
      runner.isDisposed = true;
    },
  };
  return runner;
}

export const runnerKind: ActorKind = {
  create(doc, id) {
    if (doc.source.kind === 'missing') throw new InputError('source.path', 'expected a file, got none');
    return createRunner(doc, id);
  },
};
