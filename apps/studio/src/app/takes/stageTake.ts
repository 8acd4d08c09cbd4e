import { createRecordingSource, type TrackingRecording } from '@leib/tracking';
import { createStageSource, type StageSource, stageRecording } from '../../world/stageSource.js';

/**
 * A take as a source: where it was recorded on the stage, for an avatar of any size. Where the head of the recorded avatar
 * is unknown, it is placed like any other recording.
 */
export function stageTake(
  recording: TrackingRecording,
  { name, headHeight }: { readonly name: string; readonly headHeight: number | null },
): StageSource {
  if (headHeight === null) return stageRecording(recording, name);
  return createStageSource(createRecordingSource(recording, name), { headHeight, stand: 'stage' });
}
