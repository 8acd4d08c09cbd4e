import { requiredBones } from '@leib/core';
import { describe, expect, test } from 'vitest';
import { floorOfMotion, statureOfSkeleton } from '../convert/bodyHeights.js';
import { findSharedMocap, type ManifestClip } from '../sharedMocap.testing.js';
import { readBvh } from './motionFromBvh.js';

const mocap = await findSharedMocap();

/** The shortest clip of each category, rate and number of skipped frames: others hold nothing new for a reader. */
function oneOfEach(clips: readonly ManifestClip[]): ManifestClip[] {
  const shortest = new Map<string, ManifestClip>();
  for (const clip of clips) {
    const kind = [clip.category, clip.fps, clip.skip_first_frames].join();
    const other = shortest.get(kind);
    if (other === undefined || clip.frames < other.frames) shortest.set(kind, clip);
  }
  return [...shortest.values()];
}

/** One entry where the set is absent, so that its absence is counted as a skipped test. */
const clips: readonly (readonly [string, ManifestClip | null])[] =
  mocap === null ? [['(absent)', null]] : oneOfEach(mocap.clips).map((clip) => [clip.clip, clip]);

describe.skipIf(mocap === null)('real motion capture beside the repository', () => {
  test.each(clips)('CMU %s loads', async (_, clip) => {
    if (mocap === null || clip === null) return;
    const { motion, report } = await readBvh(mocap.read(clip.file), { name: clip.clip });
    expect(report.unit.name).toContain('CMU');
    expect(report.skippedFrameCount).toBe(clip.skip_first_frames);
    expect(motion.frameCount).toBe(clip.frames - clip.skip_first_frames);
    expect(motion.hz).toBe(clip.fps);
    expect(report.mapping.missing.filter((bone) => requiredBones.includes(bone))).toEqual([]);
    // The manifest adds 12 cm to the end of the head; we go by the head joint.
    expect(Math.abs(statureOfSkeleton(motion.skeleton) / clip.stature_m - 1)).toBeLessThan(0.03);
    expect(Math.abs(floorOfMotion(motion) - clip.floor_y_m)).toBeLessThan(0.03);
  });

  test('skeletons of nine people (Xsens, metres, other names) load at their height', async () => {
    if (mocap === null) return;
    const files = mocap.list('skeletons-upc/').filter((file) => file.endsWith('.txt'));
    expect(files.length).toBe(9);
    for (const file of files) {
      const { motion, report } = await readBvh(mocap.read(`skeletons-upc/${file}`));
      expect(report.unit.name).toBe('metre');
      expect(report.mapping.missing.filter((bone) => requiredBones.includes(bone))).toEqual([]);
      const heightCm = Number(file.split('_')[1]);
      expect(Math.abs((100 * statureOfSkeleton(motion.skeleton)) / heightCm - 1), file).toBeLessThan(0.06);
    }
  });
});
