import { InputError, jointOfBone, type Motion, type Recording } from '@leib/core';
import type { FeedRecording } from '@leib/feeds';
import {
  bvhAssumptions,
  gunzipIfNeeded,
  loadMotionOrRecording,
  motionFromJoints,
  readFeedLines,
  sniffFormat,
} from '@leib/formats';
import type { TrackingRecording } from '@leib/tracking';
import type { ReadClip } from './readClip.js';
import { looksLikeSettings } from './settingsFile.js';

type Loaded = Awaited<ReturnType<typeof loadMotionOrRecording>>;

/** Content of a file, with the notes of its reader. */
export type DroppedFile =
  | { readonly kind: 'settings'; readonly text: string }
  /** A view of the studio that was shared as a file. */
  | { readonly kind: 'view'; readonly text: string }
  | { readonly kind: 'avatar' }
  | {
      readonly kind: 'motion';
      readonly motion: Motion;
      readonly remarks: readonly string[];
      /** How a BVH file was read, and its bytes to read it another way; null for files that leave nothing open. */
      readonly bvh: ReadClip | null;
    }
  /** Loose markers (C3D), to which a body is to be fitted. */
  | { readonly kind: 'markers'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'recording'; readonly recording: TrackingRecording; readonly remarks: readonly string[] }
  | { readonly kind: 'feed'; readonly recording: FeedRecording; readonly remarks: readonly string[] }
  /** A recording with all its tracks (MCAP), which becomes a take. */
  | {
      readonly kind: 'take';
      readonly recording: Recording;
      readonly bytes: Uint8Array<ArrayBuffer>;
      readonly remarks: readonly string[];
    };

/** Reads a file of any supported kind. Errors do not contain the file name; the caller adds it. */
export async function readDroppedFile(file: File): Promise<DroppedFile> {
  if (file.size === 0) throw new InputError('', 'is empty; expected a motion, a recording, an avatar or settings');
  const bytes = await gunzipIfNeeded(new Uint8Array(await file.arrayBuffer()));
  const format = sniffFormat(bytes, file.name);
  const text = format === 'unknown' || format === 'gltf' ? new TextDecoder().decode(bytes.subarray(0, 1 << 20)) : '';
  if (/"format"\s*:\s*"leib-view\//.test(text.slice(0, 400))) return { kind: 'view', text };
  if (looksLikeSettings(text)) return { kind: 'settings', text };
  if (isFbx(bytes) || /\.(obj|dae|blend|stl|pmx|pmd|unitypackage)$/i.test(file.name)) return { kind: 'avatar' };
  if (format === 'unknown') {
    throw new InputError(
      '',
      'expected a motion (BVH, C3D, VRMA, glTF), recording (MCAP, leib-tracking/1), avatar (VRM, glTF, FBX) or settings, got another format',
    );
  }
  if (format === 'vrm' || ((format === 'glb' || format === 'gltf') && hasSkin(bytes))) return { kind: 'avatar' };
  if (format === 'feed') {
    return { kind: 'feed', recording: readFeedLines(new TextDecoder().decode(bytes)), remarks: [] };
  }
  if (format === 'c3d') return { kind: 'markers', bytes: new Uint8Array(bytes) };
  const isModel = (format === 'glb' || format === 'gltf') && hasMeshes(bytes);
  const loaded = await loadMotionOrRecording(bytes, file.name).catch((cause: Error) => {
    if (isModel) return null;
    throw cause;
  });
  // A model of rigid parts without a motion of a person; whether it can be worn, its loader says.
  if (loaded === null) return { kind: 'avatar' };
  switch (loaded.kind) {
    case 'motion':
      if (jointOfBone(loaded.motion.skeleton, 'head') < 0) {
        if (isModel) return { kind: 'avatar' };
        const { names } = loaded.motion.skeleton;
        const some = names.slice(0, 6).join(', ') + (names.length > 6 ? ' …' : '');
        throw new InputError('', `expected a motion with a head, got joints that are none: ${some}`);
      }
      return { kind: 'motion', motion: loaded.motion, remarks: [], bvh: bvhOf(loaded, bytes) };
    case 'tracking':
      return { kind: 'recording', recording: loaded.tracking, remarks: [] };
    case 'recording':
      return { kind: 'take', recording: loaded.recording, bytes: new Uint8Array(bytes), remarks: loaded.warnings };
    case 'joints':
      return { kind: 'motion', motion: motionFromJoints(loaded.joints, file.name), remarks: [], bvh: null };
  }
}

function bvhOf({ motion, report }: Extract<Loaded, { kind: 'motion' }>, bytes: Uint8Array): ReadClip | null {
  if (!('unit' in report)) return null;
  const read = { motion, report };
  return { bytes, read, assumptions: bvhAssumptions(read) };
}

function isFbx(bytes: Uint8Array): boolean {
  return /^(Kaydara FBX|\s*; FBX)/.test(new TextDecoder('latin1').decode(bytes.subarray(0, 64)));
}

/** A glTF with a skin is an avatar; without one it is a motion. */
function hasSkin(bytes: Uint8Array): boolean {
  return hasKey(bytes, 'skins');
}

/** A motion has no meshes; a model that is neither avatar nor motion has. */
function hasMeshes(bytes: Uint8Array): boolean {
  return hasKey(bytes, 'meshes');
}

function hasKey(bytes: Uint8Array, key: string): boolean {
  return new TextDecoder('latin1').decode(bytes.subarray(0, 1 << 20)).includes(`"${key}"`);
}
