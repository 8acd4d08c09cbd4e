import { bvhLines, jointsLines, trackingLines, writeGltfMotion, writeSession } from '@leib/formats';
import type { TrackedPoint } from '@leib/tracking';
import { type Content, isSolved, jointsOf, motionOf, trackingOf } from './content.js';
import type { FileKind } from './fileKind.js';

/** A file's bytes, and notes for the user. */
export interface Encoded {
  readonly bytes: Uint8Array;
  readonly frameCount: number;
  readonly hz: number;
}

export interface EncodeOptions {
  /** Points that tracking lists when it is made from joints; all that the body has when absent. */
  readonly points: readonly TrackedPoint[] | undefined;
  /** Goes into recordings. */
  readonly versions: Readonly<Record<string, string>>;
}

/** Writes content as one kind of file; throws where the content does not have what that kind needs. */
export async function encodeContent(content: Content, kind: FileKind, options: EncodeOptions): Promise<Encoded> {
  switch (kind) {
    case 'bvh': {
      const motion = motionOf(content);
      return { bytes: utf8Lines(bvhLines(motion)), frameCount: motion.frameCount, hz: motion.hz };
    }
    case 'glb': {
      const motion = motionOf(content);
      return { bytes: await writeGltfMotion(motion), frameCount: motion.frameCount, hz: motion.hz };
    }
    case 'joints': {
      const joints = jointsOf(content);
      return { bytes: utf8Lines(jointsLines(joints)), frameCount: joints.frameCount, hz: joints.hz };
    }
    case 'tracking': {
      const tracking = trackingOf(content, options.points);
      return { bytes: utf8Lines(trackingLines(tracking)), frameCount: tracking.frameCount, hz: tracking.header.hz };
    }
    case 'mcap': {
      const tracking = trackingOf(content, options.points);
      // A recording holds what was measured; a solver can be run on it again at any time.
      const joints = isSolved(content) ? null : jointsOf(content);
      const versions = { ...content.versions, ...options.versions };
      const bytes = await writeSession({
        tracking,
        joints,
        remote: content.remote,
        settings: content.settings,
        versions,
      });
      return { bytes, frameCount: tracking.frameCount, hz: tracking.header.hz };
    }
  }
}

/** Line by line: a long recording's text may be longer than a string can be. */
function utf8Lines(lines: Iterable<string>): Uint8Array {
  return Buffer.concat(Array.from(lines, (line) => Buffer.from(line)));
}
