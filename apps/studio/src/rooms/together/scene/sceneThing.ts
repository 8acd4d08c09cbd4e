import { type SplatUp, splatUps } from '@leib/formats/scan';
import type { JsonObject, Thing } from '@leib/stage';
import { Quaternion, Vector3 } from 'three';

/** Where what a thing shows comes from: a folder of the server's scans, the example, a file that somebody gave to the server. */
export type SceneOrigin =
  | { readonly kind: 'server'; readonly scan: string }
  | { readonly kind: 'example' }
  | { readonly kind: 'file'; readonly hash: string; readonly file: string };

const kinds = ['scan', 'model', 'splats'] as const;

/** A thing of the shared document that stands in the scene. */
export interface SceneThing {
  readonly id: string;
  /** Points that are streamed, surfaces of one file, Gaussian splats of one file. */
  readonly kind: (typeof kinds)[number];
  readonly name: string;
  readonly origin: SceneOrigin;
  readonly place: ScenePlace;
}

/** Where a thing stands: upright, the world's metres; `turn` about the vertical, radians. */
export interface ScenePlace {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly turn: number;
  readonly scale: number;
  /** Which way is up in the file; of splats alone, others have Y up. */
  readonly up?: SplatUp;
}

export const sceneLimits = { metres: 500, leastScale: 0.01, mostScale: 100 } as const;

/** Anybody may have written it: null where it is nothing of a scene. */
export function readSceneThing({ id, kind: ofKind, pose, settings }: Thing): SceneThing | null {
  const kind = kinds.find((one) => one === ofKind);
  if (id === undefined || kind === undefined) return null;
  const origin = readOrigin(settings);
  if (origin === null) return null;
  const { metres, leastScale, mostScale } = sceneLimits;
  const [x, y, z] = pose.slice(0, 3).map((part) => Math.min(metres, Math.max(-metres, part)));
  const turn = 2 * Math.atan2(pose[4], pose[6]);
  const scale = typeof settings.scale === 'number' ? Math.min(mostScale, Math.max(leastScale, settings.scale)) : 1;
  const name = typeof settings.name === 'string' ? settings.name.slice(0, 80) : 'Scene';
  const place = { x, y, z, turn: Number.isFinite(turn) ? turn : 0, scale };
  if (kind !== 'splats') return { id, kind, name, origin, place };
  return { id, kind, name, origin, place: { ...place, up: splatUps.find((up) => up === settings.up) ?? 'y' } };
}

function readOrigin({ from, hash, file, scan }: JsonObject): SceneOrigin | null {
  if (from === 'example') return { kind: 'example' };
  if (from === 'server' && typeof scan === 'string' && isScanName(scan)) return { kind: 'server', scan };
  if (from === 'file' && typeof hash === 'string' && /^[0-9a-f]{64}$/.test(hash))
    return { kind: 'file', hash, file: typeof file === 'string' ? file.slice(0, 200) : '' };
  return null;
}

/** A folder's name, which leads nowhere else. */
export const isScanName = (name: string) => name.length <= 200 && !/^\.|[/\\?#%]/.test(name) && name !== '';

export function thingOf({ id, kind, name, origin, place }: SceneThing): Thing {
  const from =
    origin.kind === 'server'
      ? { from: 'server', scan: origin.scan }
      : origin.kind === 'file'
        ? { from: 'file', hash: origin.hash, file: origin.file }
        : { from: 'example' };
  const { scale, up } = place;
  return { id, kind, pose: poseOf(place), settings: { name, ...from, scale, ...(up && { up }) } };
}

export function poseOf({ x, y, z, turn }: ScenePlace): Thing['pose'] {
  const rounded = (value: number) => Math.round(value * 1e6) / 1e6;
  const { y: qy, w } = new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), turn);
  return [rounded(x), rounded(y), rounded(z), 0, rounded(qy), 0, rounded(w)];
}

/** Where a scan stands so that the world's middle is the place in it where people begin. */
export function placeAtStart(start: readonly [number, number, number] | null): ScenePlace {
  const [x, y, z] = start ?? [0, 0, 0];
  return { x: -x, y: -y, z: -z, turn: 0, scale: 1 };
}
