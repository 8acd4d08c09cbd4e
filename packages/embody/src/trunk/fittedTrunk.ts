import type { MirrorNetData } from './mirrorNet.js';

/** What lab/embody/fitTrunk.ts found out about people's trunks, and from whom. */
export interface FittedTrunk {
  readonly provenance: {
    readonly command: string;
    readonly date: string;
    /** What it was fitted to. */
    readonly data: string;
    readonly clipCount: number;
    readonly subjects: string;
    readonly validationSubjects: string;
    /**
     * Mean errors over clips: hips joint's distance from the truth in cm when everything hangs on the true head, and the
     * pelvis's yaw in degrees. `unseen` and `seen` are the same people's clips, fitted without and with them.
     */
    readonly errors: Readonly<Record<string, { readonly hipsCm: number; readonly yawDeg: number }>>;
  };
  /** From trunkFeatures.ts to trunkOutputs.ts. */
  readonly net: MirrorNetData;
  /** The same with a tracker on the hips: it also reads that tracker's features (hipsFeatures.ts). */
  readonly hipsNet: MirrorNetData;
  /** Direction of each level when people stand straight: y and z, level after level. */
  readonly standing: readonly (readonly [y: number, z: number])[];
  /** How far each level is turned from the pelvis (0) to the chest (1), and on from there to the head. */
  readonly chestShares: readonly number[];
  readonly headShares: readonly number[];
}
