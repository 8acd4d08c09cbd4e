import { faceMorphs } from './faceMorphs.ts';
import { keptBones } from './rig.ts';

/** The VRMC_vrm extension: which node is which bone, what moves in the face, and what may be done with the avatar. */
export function vrmExtension(
  meshNodes: readonly number[],
  morphNodes: readonly number[],
  eyesInHead: readonly number[],
): Record<string, unknown> {
  const expression = (...morphs: string[]) => ({
    isBinary: false,
    overrideBlink: 'none',
    overrideLookAt: 'none',
    overrideMouth: 'none',
    morphTargetBinds: morphNodes.flatMap((node) =>
      morphs.map((morph) => ({ node, index: faceMorphs.findIndex(({ name }) => name === morph), weight: 1 })),
    ),
  });
  return {
    specVersion: '1.0',
    meta: {
      name: 'Leib neutral',
      version: '1',
      authors: ['Leib contributors'],
      copyrightInformation: 'Derived from the MakeHuman base mesh, rig and targets, released as CC0 in September 2020.',
      references: [
        'https://github.com/makehumancommunity/makehuman',
        'https://creativecommons.org/publicdomain/zero/1.0/',
      ],
      licenseUrl: 'https://vrm.dev/licenses/1.0/',
      otherLicenseUrl: 'https://creativecommons.org/publicdomain/zero/1.0/',
      avatarPermission: 'everyone',
      allowExcessivelyViolentUsage: true,
      allowExcessivelySexualUsage: true,
      commercialUsage: 'corporation',
      allowPoliticalOrReligiousUsage: true,
      allowAntisocialOrHateUsage: true,
      creditNotation: 'unnecessary',
      allowRedistribution: true,
      modification: 'allowModificationRedistribution',
    },
    humanoid: { humanBones: Object.fromEntries(keptBones.map(({ bone }, node) => [bone, { node }])) },
    firstPerson: { meshAnnotations: meshNodes.map((node) => ({ node, type: 'auto' })) },
    expressions: {
      preset: {
        blink: expression('blinkLeft', 'blinkRight'),
        blinkLeft: expression('blinkLeft'),
        blinkRight: expression('blinkRight'),
        happy: expression('happy'),
        ...Object.fromEntries(['aa', 'ih', 'ou', 'ee', 'oh'].map((vowel) => [vowel, expression(vowel)])),
      },
    },
    lookAt: {
      offsetFromHeadBone: eyesInHead,
      type: 'bone',
      rangeMapHorizontalInner: { inputMaxValue: 90, outputScale: 30 },
      rangeMapHorizontalOuter: { inputMaxValue: 90, outputScale: 30 },
      rangeMapVerticalDown: { inputMaxValue: 90, outputScale: 20 },
      rangeMapVerticalUp: { inputMaxValue: 90, outputScale: 20 },
    },
  };
}
