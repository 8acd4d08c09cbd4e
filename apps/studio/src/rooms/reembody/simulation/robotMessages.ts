import type { Skeleton } from '@leib/core';
import type { RobotBones, RobotFiles, RobotReport, RobotShape } from '@leib/reembody/robot';

/** What the page asks of a robot's worker. */
export type RobotRequest =
  | {
      readonly kind: 'open';
      readonly wasmUrl: string;
      readonly files: RobotFiles;
      readonly skeleton: Skeleton;
      readonly bones: RobotBones;
    }
  | { readonly kind: 'frame'; readonly input: Float64Array; readonly output: Float64Array };

/** What it answers. A frame's arrays are transferred, not copied. */
export type RobotAnswer =
  | { readonly kind: 'progress'; readonly share: number }
  | {
      readonly kind: 'built';
      readonly shapes: readonly RobotShape[];
      readonly report: RobotReport;
      readonly inputLength: number;
    }
  | { readonly kind: 'frame'; readonly input: Float64Array; readonly output: Float64Array; readonly stepMs: number }
  | { readonly kind: 'failed'; readonly reason: string };
