import { findTrack, InputError, type Recording, type Track } from '@leib/core';
import { createFaceReader, EYE_TURN, faceParameterNames } from '@leib/core/pack';
import { createFaceValues, type FaceValues } from '@leib/three';
import { createRecordingSource, devicesOfTrack, type TrackedSource, type TrackingRecording } from '@leib/tracking';
import { createStageSource, type StageSource, stageMotion, stageRecording } from '../../world/stageSource.js';

/** What is played: its name, and how high the head of the recorded avatar is at rest, metres; null where unknown. */
interface PlayedTake {
  readonly name: string;
  readonly headHeight: number | null;
}

/**
 * A take as a source: where it was recorded on the stage, for an avatar of any size. Where the head of the recorded avatar
 * is unknown, it is placed like any other recording.
 */
export function stageTake(recording: TrackingRecording, { name, headHeight }: PlayedTake): StageSource {
  if (headHeight === null) return stageRecording(recording, name);
  return createStageSource(createRecordingSource(recording, name), { headHeight, stand: 'stage' });
}

/**
 * A recording as a source: the person of it, solved again, with their face; without one the body as it moved, else
 * rigid bodies or raw devices. Throws InputError where it has none of them.
 */
export async function stageOfRecording(recording: Recording, take: PlayedTake): Promise<StageSource> {
  const { name } = take;
  const person = findTrack(recording, 'devices', 'devices');
  if (person) {
    const stage = stageTake(devicesOfTrack(person), take);
    const face = findTrack(recording, 'face');
    return face ? { ...stage, face: createRecordedFace(face, stage.source, person.times[0]) } : stage;
  }
  const { motionOfRecording } = await import('@leib/formats');
  const motion = motionOfRecording(recording, name);
  if (motion) return stageMotion(motion, name);
  const bodies = findTrack(recording, 'devices');
  if (bodies) return stageRecording(devicesOfTrack(bodies), name);
  if (findTrack(recording, 'bodies')) return stageRawDevices(recording, name);
  const found = recording.tracks.map((track) => track.name).join(', ') || 'nothing';
  throw new InputError(name, `expected a person in it, got ${found}`);
}

/** The devices of a recording as they were, as a feed. Throws InputError where it has none. */
export async function stageRawDevices(recording: Recording, name: string): Promise<StageSource> {
  const [{ feedOfTrack }, { stageFeedRecording }] = await Promise.all([import('@leib/feeds'), import('../feed.js')]);
  const track = findTrack(recording, 'bodies');
  if (!track) throw new InputError(name, 'expected raw devices in it, got none; replay the take');
  return stageFeedRecording(feedOfTrack(track), name);
}

/** Names of the weights of a face, in the order of the numbers that PersonTake writes. */
export const faceWeights = { blinkLeft: 'closedLeft', blinkRight: 'closedRight', aa: 'aa', oh: 'oh' } as const;

/** Reads the face at the moment that its source plays; a weight that was not recorded is at rest. */
function createRecordedFace(track: Track, { timeline }: TrackedSource, startSeconds: number): () => FaceValues {
  const values = createFaceValues();
  const read = createFaceReader(track);
  return () => {
    const weights = read(startSeconds + (timeline?.timeSeconds ?? 0));
    const of = (name: string) => weights[faceParameterNames.indexOf(name)];
    for (const [name, key] of Object.entries(faceWeights)) values[key] = of(name);
    values.leftYaw = (of('eyeLookOutLeft') - of('eyeLookInLeft')) * EYE_TURN;
    values.rightYaw = (of('eyeLookInRight') - of('eyeLookOutRight')) * EYE_TURN;
    values.pitch = (of('eyeLookUpLeft') - of('eyeLookDownLeft')) * EYE_TURN;
    return values;
  };
}
