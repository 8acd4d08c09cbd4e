import { channelSize, type Recording } from '@leib/core';

/**
 * What a trial's recording says about how well the body followed: the mean angle of each part from its target, and how late the targets
 * were, as measured frame by frame rather than as set. Empty without a body that forces move.
 */
export function motionMeasures({ tracks }: Pick<Recording, 'tracks'>): Readonly<Record<string, number>> {
  const track = tracks.find(({ kind }) => kind === 'forces');
  if (track === undefined || track.momentCount === 0) return {};
  const { channels, about, momentCount } = track;
  const measures: Record<string, number> = {};
  const { errors, delay } = channels;
  if (errors) {
    const size = channelSize(errors);
    const names = Array.isArray(about.parts) ? about.parts.map(String) : [];
    let all = 0;
    for (let part = 0; part < size; part++) {
      let sum = 0;
      for (let moment = 0; moment < momentCount; moment++) sum += errors.values[moment * size + part];
      all += sum;
      measures[`jointErrorDeg.${names[part] ?? part}`] = degrees(sum / momentCount);
    }
    measures.jointErrorDeg = degrees(all / (momentCount * size));
  }
  if (delay)
    measures.delayMs = (1000 * Float64Array.from(delay.values).reduce((sum, each) => sum + each, 0)) / momentCount;
  return measures;
}

const degrees = (radians: number) => (radians * 180) / Math.PI;
