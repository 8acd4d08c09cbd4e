import type { Skeleton } from '@leib/core';
import type { RemoteBody, RemoteBodySettings, RemoteSessionSetup, WorldObject } from '@leib/reembody';
import type { RobotBase, RobotBones, RobotFiles, RobotGuestSetup, RobotReport, RobotShape } from '@leib/reembody/robot';

/** A robot that is to live in the world of the people. */
export interface SharedRobotWish {
  readonly files: RobotFiles;
  readonly skeleton: Skeleton;
  readonly bones: RobotBones;
  readonly base: RobotBase;
  readonly place: RobotGuestSetup['place'];
}

/** What the page asks of a worker. */
export type WorkerRequest =
  | { readonly kind: 'open'; readonly wasmUrl: string; readonly setup: RemoteSessionSetup }
  | { readonly kind: 'settings'; readonly settings: RemoteBodySettings }
  | { readonly kind: 'count'; readonly count: number }
  | { readonly kind: 'resetObjects' }
  | { readonly kind: 'objects'; readonly objects: readonly WorldObject[] }
  | { readonly kind: 'robot'; readonly wish: SharedRobotWish | null }
  | { readonly kind: 'frame'; readonly input: Float64Array; readonly output: Float64Array };

/** Every wish for a robot has one answer: what was built, or why nothing was; neither where none was wanted. */
export interface RobotTaken {
  readonly kind: 'robot';
  readonly built: { readonly shapes: readonly RobotShape[]; readonly report: RobotReport } | null;
  readonly reason: string | null;
}

/** What it answers. A frame's arrays are transferred, not copied. */
export type WorkerAnswer =
  | { readonly kind: 'built'; readonly bodies: readonly RemoteBody[]; readonly robotLength: number }
  | RobotTaken
  | { readonly kind: 'frame'; readonly input: Float64Array; readonly output: Float64Array }
  | { readonly kind: 'failed'; readonly reason: string };
