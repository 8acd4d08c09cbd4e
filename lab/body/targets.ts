import { createHash } from 'node:crypto';
import { InputError } from '@leib/core';

/** One morph target of the source package, and its weight in the neutral adult. */
export interface UsedTarget {
  /** Index in targets.bin. */
  readonly index: number;
  readonly name: string;
  readonly weight: number;
  /** SHA-256 of the body vertices' int16 values, little-endian, as listed in the comparison with the CC0 release. */
  readonly bodySha256: string;
  /** `macro` targets mix the person; `face` ones give the mild expression of the rest pose and the avatar's moving ones; `age` ones the face of an old person. */
  readonly kind: 'macro' | 'face' | 'age';
  /** Whether the invisible helper vertices equal the CC0 release too; where not, only the body is taken. */
  readonly areHelpersChecked: boolean;
}

/**
 * Every target used, each one equal on the body vertices to MakeHuman's CC0 release (see NOTICE). Half of the weight
 * is female, half male, shared equally by the ancestries that have a checked target; the package's
 * asian-female-young is an older state than the released one, so the male one stands alone. Average muscle and weight
 * are zero displacement in MakeHuman, hence not listed. The face rests with slightly lowered lids and raised corners
 * of the mouth: the plain mix stares.
 */
export const usedTargets: readonly UsedTarget[] = [
  {
    index: 741,
    name: 'macrodetails/african-female-young',
    kind: 'macro',
    weight: 1 / 4,
    bodySha256: 'af7a309019b003174d24e340234b0fc1a07fb839b77ec0cdd0228e6de57b2392',
    areHelpersChecked: true,
  },
  {
    index: 757,
    name: 'macrodetails/caucasian-female-young',
    kind: 'macro',
    weight: 1 / 4,
    bodySha256: '5c9a31409698708355d11cfd521b5ec798c8a09d4413dd60c695ba6215e33266',
    areHelpersChecked: false,
  },
  {
    index: 745,
    name: 'macrodetails/african-male-young',
    kind: 'macro',
    weight: 1 / 6,
    bodySha256: '16c81154bf360c1033e4fabbeed3337722d79cff0d190c4776c6fcff203cc003',
    areHelpersChecked: true,
  },
  {
    index: 753,
    name: 'macrodetails/asian-male-young',
    kind: 'macro',
    weight: 1 / 6,
    bodySha256: 'c6fbd3b161bded8903c0b664f8badd48a60dd3f41953b6748f8613c0976098ad',
    areHelpersChecked: true,
  },
  {
    index: 761,
    name: 'macrodetails/caucasian-male-young',
    kind: 'macro',
    weight: 1 / 6,
    bodySha256: '879abfcfbabef6aa95ba7e8fea518fc60a124dee15b90fd8032d4f9e8edd8815',
    areHelpersChecked: true,
  },
  {
    index: 571,
    name: 'expression/units/caucasian/eye-left-closure',
    kind: 'face',
    weight: 0.05,
    bodySha256: '936f3d5bfc762694237906ac91feeecc660bc9ad440ed4fc0a5325d7eed1a64b',
    areHelpersChecked: true,
  },
  {
    index: 574,
    name: 'expression/units/caucasian/eye-right-closure',
    kind: 'face',
    weight: 0.05,
    bodySha256: 'e1086e8c42635473c48de4d58102df84d7e44258a820e5e94c8426f5a2553b7b',
    areHelpersChecked: true,
  },
  {
    index: 586,
    name: 'expression/units/caucasian/mouth-corner-puller',
    kind: 'face',
    weight: 0.2,
    bodySha256: 'b08259be1726226cea19c3e2c25e6894bf6ddba4fb3727dc42f9a045f55069ea',
    areHelpersChecked: true,
  },
  {
    index: 591,
    name: 'expression/units/caucasian/mouth-open',
    kind: 'face',
    weight: 0,
    bodySha256: 'b1307a8848d466392292d32ea29603541ca3ba6b6e88a85c69cb63644a6e2ab8',
    areHelpersChecked: true,
  },
  {
    index: 595,
    name: 'expression/units/caucasian/mouth-pursing',
    kind: 'face',
    weight: 0,
    bodySha256: '981da0ebbd92eece3276c1998b604704b3ef06bfaaadf410b224f572fef9e371',
    areHelpersChecked: true,
  },
  {
    index: 596,
    name: 'expression/units/caucasian/mouth-retraction',
    kind: 'face',
    weight: 0,
    bodySha256: 'd580b592c7b13dff0c4dffd85b808077df1acf15ce7e88c631400602701db1b8',
    areHelpersChecked: true,
  },
  {
    index: 694,
    name: 'head/head-age-more',
    kind: 'age',
    weight: 0,
    bodySha256: 'e6ea956671b08f588a7fc8364086b52169029118f99d0ebf19b35e02864b5d79',
    areHelpersChecked: true,
  },
];

/** All vertices of the base mesh, helpers included, and those of the visible body, which come first. */
export const BASE_VERTEX_COUNT = 19158;
export const BODY_VERTEX_COUNT = 13380;

/** int16 steps of a target, in decimetres, the unit of the base mesh. */
export const TARGET_STEP = 0.001;

/** Adds a target to positions in place, after checking its hash. */
export function addTarget(positions: Float64Array, targets: Buffer, target: UsedTarget, weight: number): void {
  const bytesPerTarget = BASE_VERTEX_COUNT * 3 * 2;
  const block = targets.subarray(target.index * bytesPerTarget, (target.index + 1) * bytesPerTarget);
  const bodySha256 = createHash('sha256')
    .update(block.subarray(0, BODY_VERTEX_COUNT * 3 * 2))
    .digest('hex');
  if (bodySha256 !== target.bodySha256) {
    throw new InputError(target.name, `expected body hash ${target.bodySha256}, got ${bodySha256}`);
  }
  for (let i = 0; i < positions.length; i++) positions[i] += block.readInt16LE(i * 2) * TARGET_STEP * weight;
}
