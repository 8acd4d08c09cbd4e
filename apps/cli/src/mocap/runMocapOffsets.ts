import {
  createBodyFrame,
  defaultDhSkeleton,
  findOffsets,
  namesOfRecordedBodies,
  offsetsText,
  readRecordedBodies,
} from '@leib/mocap';
import type { CommandRun } from '../command.js';
import type { mocapOffsetsOptions } from '../commands/mocap.js';
import { readUpAxis } from '../feeds/readFeedOptions.js';
import { named } from '../fileErrors.js';
import { writeOutput } from '../files.js';
import { readNumberOption, requiredOption } from '../options.js';
import { readBodies, readBodyMap } from './readBodies.js';

export const runMocapOffsets: CommandRun<typeof mocapOffsetsOptions> = async (_operands, options, output) => {
  const inPath = requiredOption('in', options.in);
  const outPath = requiredOption('out', options.out);
  const stature = readNumberOption('stature', options.stature, { low: 0.5, high: 2.5, what: 'metres' });
  const bodyMap = await readBodyMap(options.bodies);
  const { tracking: recording, remarks } = await readBodies(inPath, bodyMap, readUpAxis(options.up));
  const names = namesOfRecordedBodies(recording);
  const frames = Array.from({ length: recording.frameCount }, (_, index) => {
    const frame = createBodyFrame(names);
    readRecordedBodies(recording, index, frame);
    return frame;
  });
  const { floorY, stature: recorded } = recording.header;
  const known = stature ?? recorded;
  const search = {
    frames,
    skeleton: defaultDhSkeleton.skeleton,
    floorY,
    ...(known !== undefined && { stature: known }),
  };
  const found = await named(inPath, async () => findOffsets(search));
  await writeOutput(outPath, new TextEncoder().encode(offsetsText(found.offsets)));
  const joints = found.joints.map(({ body, joint, from, expectedError }) => ({
    body,
    joint,
    from,
    expectedErrorMm: Number.isNaN(expectedError) ? null : Math.round(expectedError * 1e4) / 10,
  }));
  const tPoseFrames = found.tPoseFrameCount;
  const summary = { in: inPath, out: outPath, stature: found.stature, tPoseFrames, joints, notes: remarks };
  if (options.json) return output.print(JSON.stringify(summary));
  for (const remark of remarks) output.note(remark);
  const moved = joints.filter(({ from }) => from === 'movement').map(({ joint }) => joint);
  output.print(
    `${outPath}: T-pose of ${tPoseFrames} frames, stature ${found.stature.toFixed(2)} m; ` +
      `from movement: ${moved.length > 0 ? moved.join(', ') : 'nothing'}; all else from proportions`,
  );
};
