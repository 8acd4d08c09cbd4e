import { ownValue } from '../check/inputError.js';
export type Side = 'left' | 'right';

/**
 * What a joint is by its name. `anyLeg`, `anyArm` and `anyShoulder` are words that mean different bones in
 * different rigs ("LeftShoulder" is a collar bone in Mixamo and an upper arm in SMPL): the chain decides.
 */
export type JointKind =
  | 'hips'
  | 'trunk'
  | 'neck'
  | 'head'
  | 'jaw'
  | 'eye'
  | 'upperLeg'
  | 'anyLeg'
  | 'lowerLeg'
  | 'foot'
  | 'toes'
  | 'collar'
  | 'anyShoulder'
  | 'upperArm'
  | 'anyArm'
  | 'lowerArm'
  | 'hand'
  | 'metacarpal'
  | 'thumb'
  | 'index'
  | 'middle'
  | 'ring'
  | 'little';

export interface JointNameReading {
  readonly kind: JointKind;
  readonly side: Side | null;
  /** The word that decided. */
  readonly word: string;
}

const sideWords: Readonly<Record<string, Side>> = {
  l: 'left',
  left: 'left',
  lft: 'left',
  lf: 'left',
  r: 'right',
  right: 'right',
  rgt: 'right',
  rt: 'right',
  gauche: 'left',
  droite: 'right',
  droit: 'right',
  izq: 'left',
  izquierda: 'left',
  izquierdo: 'left',
  der: 'right',
  derecha: 'right',
  derecho: 'right',
  links: 'left',
  rechts: 'right',
  sx: 'left',
  dx: 'right',
};

/** Words of joints that help a rig or decorate it and are never a humanoid bone. */
const helperWords = new Set(
  `twist roll end nub tip ik fk pole target ctrl control helper holder effector dummy socket attach weapon prop cloth
   skirt hair breast brow eyebrow lid eyelid lash tongue cheek lip teeth ear nose tail wing bend share stretch muscle
   corrective site adj compensation offset grp locator pivot slot`
    .split(/\s+/)
    .filter(Boolean),
);

/** English, and what French, Spanish and German rigs have. First match wins, so the narrow words stand before the wide ones. */
const kindWords: readonly (readonly [kind: JointKind, words: readonly string[]])[] = [
  ['toes', ['toe', 'toes', 'ball', 'orteil', 'orteils', 'dedos', 'zehen', 'zeh']],
  ['thumb', ['thumb', 'pouce', 'pulgar', 'daumen']],
  ['index', ['index', 'pointer', 'forefinger']],
  ['ring', ['ring']],
  ['little', ['little', 'pinky', 'pinkie']],
  ['middle', ['middle', 'mid']],
  ['metacarpal', ['metacarpal', 'carpal', 'palm']],
  ['foot', ['foot', 'ankle', 'ank', 'cheville', 'pied', 'tobillo', 'pie', 'fuss', 'knoechel']],
  [
    'lowerLeg',
    ['lowerleg', 'lowleg', 'knee', 'calf', 'shin', 'tibia', 'genou', 'mollet', 'rodilla', 'knie', 'unterschenkel'],
  ],
  ['upperLeg', ['upperleg', 'upleg', 'thigh', 'femur', 'cuisse', 'hanche', 'muslo', 'oberschenkel']],
  [
    'lowerArm',
    ['lowerarm', 'lowarm', 'forearm', 'elbow', 'radius', 'el', 'coude', 'codo', 'antebrazo', 'unterarm', 'ellbogen'],
  ],
  ['upperArm', ['upperarm', 'uparm', 'humerus', 'bicep', 'oberarm']],
  ['collar', ['clavicle', 'clav', 'collar', 'collarbone', 'scapula', 'clavicule', 'clavicula']],
  ['anyShoulder', ['shoulder', 'shldr', 'sho', 'epaule', 'hombro', 'schulter']],
  ['hand', ['hand', 'wrist', 'fist', 'poignet', 'main', 'mano', 'muneca']],
  ['anyLeg', ['leg', 'jambe', 'pierna', 'bein']],
  ['anyArm', ['arm', 'bras', 'brazo']],
  ['jaw', ['jaw', 'machoire', 'mandibula', 'kiefer']],
  ['eye', ['eye', 'oeil', 'ojo', 'auge']],
  ['head', ['head', 'tete', 'cabeza', 'kopf']],
  ['neck', ['neck', 'lowerneck', 'upperneck', 'cou', 'cuello', 'hals']],
  ['hips', ['hips', 'hip', 'pelvis', 'bassin', 'cadera', 'becken', 'huefte']],
  [
    'trunk',
    [
      'spine',
      'chest',
      'torso',
      'abdomen',
      'waist',
      'back',
      'lowerback',
      'upperback',
      'thorax',
      'ribcage',
      'ribs',
      'colonne',
      'columna',
      'torse',
      'pecho',
      'brust',
    ],
  ],
];
const kindByWord = new Map(kindWords.flatMap(([kind, words]) => words.map((word) => [word, kind] as const)));

/** Splits at separators, digits and capitals: "mixamorig:LeftUpLeg2" is mixamorig, left, up, leg, 2. */
export function nameTokens(name: string): string[] {
  return name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .replace(/([A-Za-z])(\d)/g, '$1 $2')
    .replace(/(\d)([A-Za-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((token) => token !== '');
}

/** Whether a name says that the joint helps the rig (a control, a twist, an end) and bends no limb by itself. */
export function isHelperName(name: string): boolean {
  return nameTokens(name).some((word) => helperWords.has(word));
}

/** Reads a name by its words; null where no word belongs to a body, or the joint is a helper. */
export function readJointName(name: string): JointNameReading | null {
  const words: string[] = [];
  let side: Side | null = null;
  for (const token of nameTokens(name).map(withoutAxis)) {
    const glued = splitGluedSide(token);
    side ??= ownValue(sideWords, token) ?? glued?.side ?? null;
    words.push(glued?.word ?? token);
  }
  if (words.some((word) => helperWords.has(word))) return null;
  const has = (...wanted: string[]) => wanted.some((word) => words.includes(word));
  // Toes are named like fingers ("little toe"), and "middle" may also be a place on the trunk.
  for (const [kind, kindOf] of kindWords) {
    const word = kindOf.find((candidate) => words.includes(candidate));
    if (word === undefined) continue;
    if (kind === 'middle' && has('spine', 'chest', 'back', 'torso', 'neck')) continue;
    if (kind === 'anyLeg' || kind === 'anyArm') {
      const limb = kind === 'anyLeg' ? 'Leg' : 'Arm';
      if (has('upper', 'up')) return { kind: `upper${limb}`, side, word: `upper ${word}` };
      if (has('lower', 'low', 'fore')) return { kind: `lower${limb}`, side, word: `lower ${word}` };
    }
    // A forefoot is what bends in front of the foot.
    if (kind === 'foot' && has('fore', 'front')) return { kind: 'toes', side, word: `fore${word}` };
    // "LeftHip" is where the leg starts; only a hip without a side is the pelvis.
    if (kind === 'hips' && word === 'hip' && side !== null) return { kind: 'upperLeg', side, word };
    return { kind, side, word };
  }
  return null;
}

/** "lfemurrz" turns the femur about z: the part before "r" and an axis, where it is a word we know. */
function withoutAxis(token: string): string {
  const part = /^(.+)r[xyz]$/.exec(token)?.[1];
  return part && (kindByWord.has(part) || splitGluedSide(part)) ? part : token;
}

/** "leftarm", "lhand", "footr": a side written onto a word we know. */
function splitGluedSide(token: string): { side: Side; word: string } | null {
  if (kindByWord.has(token)) return null;
  for (const [mark, side] of Object.entries(sideWords)) {
    if (token.startsWith(mark) && kindByWord.has(token.slice(mark.length))) {
      return { side, word: token.slice(mark.length) };
    }
    if (token.endsWith(mark) && kindByWord.has(token.slice(0, -mark.length))) {
      return { side, word: token.slice(0, -mark.length) };
    }
  }
  return null;
}
