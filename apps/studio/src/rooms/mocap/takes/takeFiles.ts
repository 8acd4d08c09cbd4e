import { InputError, type Motion } from '@leib/core';
import {
  floorOfMotion,
  jointsFromMotion,
  loadMotionOrRecording,
  motionFromJoints,
  writeBvh,
  writeGltfMotion,
  writeSession,
} from '@leib/formats';
import type { Take } from '@leib/mocap';

export const takeFormats = [
  {
    id: 'bvh',
    label: 'BVH',
    help: 'For Blender, MotionBuilder and others; centimetres as usual there',
    type: 'text/plain',
  },
  { id: 'glb', label: 'GLB', help: 'glTF animation of the skeleton', type: 'model/gltf-binary' },
  { id: 'vrma', label: 'VRMA', help: 'VRM animation: plays on any VRM avatar', type: 'model/gltf-binary' },
  {
    id: 'mcap',
    label: 'MCAP',
    help: 'The 22 joints of leib-joints/1, for Leib and Foxglove',
    type: 'application/octet-stream',
  },
] as const;

export type TakeFormat = (typeof takeFormats)[number]['id'];

/** Name of the file that a take or a combination is saved as. */
export function fileNameOf(name: string, ending: string): string {
  return `${name.replace(/[^\p{L}\p{N}_-]+/gu, '-')}.${ending}`;
}

/** A take as the bytes of a file. */
export async function writeTake({ motion }: Take, format: TakeFormat): Promise<Uint8Array<ArrayBuffer>> {
  switch (format) {
    case 'bvh':
      return new TextEncoder().encode(writeBvh(motion));
    case 'glb':
      return new Uint8Array(await writeGltfMotion(motion, { isVrmAnimation: false }));
    case 'vrma':
      return new Uint8Array(await writeGltfMotion(motion));
    case 'mcap':
      return new Uint8Array(
        await writeSession({
          tracking: null,
          joints: jointsFromMotion(motion),
          settings: [],
          versions: { leib: __LEIB_VERSION__ },
        }),
      );
  }
}

/** Any file with a motion as a take: BVH, glTF, VRMA, leib-joints/1, MCAP with joints. Throws InputError on others. */
export async function readTake(bytes: Uint8Array, fileName: string): Promise<Take> {
  const loaded = await loadMotionOrRecording(bytes, fileName);
  const name = fileName.replace(/\.(gz|bvh|glb|gltf|vrma|mcap|jsonl)$/gi, '');
  switch (loaded.kind) {
    case 'motion':
      return takeOf({ ...loaded.motion, name }, fileName);
    case 'joints':
      return takeOf(motionFromJoints(loaded.joints, name), fileName);
    case 'session':
      if (loaded.session.joints) return takeOf(motionFromJoints(loaded.session.joints, name), fileName);
      throw new InputError('', 'expected a recording with joints, got one without');
    case 'tracking':
      throw new InputError('', 'expected a motion, got rigid bodies');
  }
}

export function takeOf(motion: Motion, source: string): Take {
  return { name: motion.name, motion, source, floorY: floorOfMotion(motion) };
}
