import { ownValue } from '@leib/core';
import { faceParameterNames } from '@leib/core/pack';

/**
 * Controls of a face, and the parameters that each one moves: the first line of which the face has something. Lines are for
 * VRM's expressions, then for ARKit's shapes.
 */
const controlParameters = {
  smile: [['happy'], ['mouthSmileLeft', 'mouthSmileRight']],
  mouthOpen: [['aa'], ['jawOpen']],
  lipsRound: [['oh'], ['mouthFunnel']],
  eyesClosed: [['blinkLeft', 'blinkRight'], ['blink'], ['eyeBlinkLeft', 'eyeBlinkRight']],
} as const satisfies Record<string, readonly (readonly string[])[]>;

export type FaceControl = keyof typeof controlParameters;

/** Names of the parameters that a control moves on a face; empty where it has nothing of the kind. */
export function parametersOfControl(control: FaceControl, has: (parameter: string) => boolean): readonly string[] {
  return controlParameters[control].find((names) => names.some(has)) ?? [];
}

/** Morph targets under other names than VRM's and ARKit's: of Ready Player Me, Oculus, VRoid, MMD. */
const otherNames: Readonly<Record<string, string>> = {
  eyesclosed: 'blink',
  mouthopen: 'jawOpen',
  mouthsmile: 'happy',
  visemeaa: 'aa',
  visemeo: 'oh',
  visemee: 'ee',
  visemei: 'ih',
  visemeu: 'ou',
  fcleyeclose: 'blink',
  fcleyecloseleft: 'blinkLeft',
  fcleyecloseright: 'blinkRight',
  fclmtha: 'aa',
  fclmtho: 'oh',
  まばたき: 'blink',
  ウィンク: 'blinkLeft',
  ウィンク右: 'blinkRight',
  あ: 'aa',
  お: 'oh',
};

const parameterOfPlainName = new Map(faceParameterNames.map((name) => [name.toLowerCase(), name]));

/**
 * The face parameter that a morph target of this name is, in the spelling of any program ("eyeBlink_L", "Head.EyeBlinkLeft",
 * "Fcl_MTH_A"); null where it is none.
 */
export function faceParameterOfMorph(morph: string): string | null {
  const own = morph.slice(morph.lastIndexOf('.') + 1);
  const sided = own.replace(/[_ -]l$/i, 'Left').replace(/[_ -]r$/i, 'Right');
  const plain = sided.replace(/[_ -]/g, '').toLowerCase();
  return parameterOfPlainName.get(plain) ?? ownValue(otherNames, plain) ?? null;
}
