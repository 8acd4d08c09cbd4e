export type RobotSide = 'left' | 'right';
export type RobotPart =
  | 'collar'
  | 'shoulder'
  | 'elbow'
  | 'wrist'
  | 'hand'
  | 'finger'
  | 'hip'
  | 'knee'
  | 'ankle'
  | 'toe'
  | 'torso'
  | 'neck'
  | 'head'
  | 'arm'
  | 'leg'
  | 'other';

/** What a joint's or a link's name says. */
export interface RobotName {
  readonly side: RobotSide | null;
  readonly part: RobotPart | null;
}

/**
 * Words of robots' makers, in the order they are tried: what is on a limb before the limb, fingers before hands. One word
 * of a name is compared, so "back" is none of "backpack"; abbreviations are those of Atlas (shx, ely, hpz), OP3 (sho, el),
 * and legged robots (HAA, HFE, KFE: ab-/adduction, flexion/extension of hip and knee).
 */
const words: readonly (readonly [RobotPart, RegExp])[] = [
  ['other', /^(eyes?|eyelids?|ear|jaw|mouth|brows?|camera|cam|imu|lidar|mic|rod|crank|achilles|spring|wheel|caster)$/],
  [
    'finger',
    /^(thumb|index|middle|mid|ring|pinky|pinkie|little|fingers?|gripper|knuckle|phalanx|proximal|intermediate|distal|dip|pip|mcp|thj\d*|ffj\d*|mfj\d*|rfj\d*|lfj\d*)$/,
  ],
  ['collar', /^(clavicles?|collar|collarbone|scapula)$/],
  ['elbow', /^(elbow|elb|el[xyz]?|fore_?arm|lower_?arm|low_?arm|radius|ulna)$/],
  ['shoulder', /^(shoulders?|shldr|sho|sh[xyz]?|upper_?arm|high_?arm|humerus)$/],
  ['wrist', /^(wrist|wr[xyz]?|uwy|lwy)$/],
  ['hand', /^(hand|palm)$/],
  ['toe', /^(toes?)$/],
  ['knee', /^(knee|kn[xyz]?|calf|shin|shank|lower_?leg|tibia|kfe)$/],
  ['ankle', /^(ankle|ank|ak[xyz]?|foot|ffe|faa)$/],
  ['hip', /^(hip|hp[xyz]?|thigh|upper_?leg|femur|haa|hfe|hr)$/],
  ['neck', /^((lower|upper)?_?neck|cervical)$/],
  ['head', /^(head|skull)$/],
  ['arm', /^(arm)$/],
  ['leg', /^(leg)$/],
  ['torso', /^(waist|torso|back|bk[xyz]?|abdomen|spine|chest|lumbar|trunk|thorax|lower_?back|upper_?back)$/],
  ['head', /^(pan|tilt)$/],
];

/** What a name says: "left_hip_pitch", "RShoulderPitch", "arm_left_1_joint", "l_sho_roll", "lfemurrz", "LLEG_JOINT2". */
export function readRobotName(name: string): RobotName {
  const tokens = splitName(name);
  const joined = tokens.flatMap((token, i) => (i + 1 < tokens.length ? [token, `${token}_${tokens[i + 1]}`] : [token]));
  const partOf = (given: readonly string[]) =>
    words.find(([, pattern]) => given.some((token) => pattern.test(token)))?.[0] ?? null;
  const part = partOf(joined);
  const side = sideOf(tokens);
  if (part !== null) return { side, part };
  // Glued: perhaps a side, a word, perhaps the axis that it turns about.
  for (const token of tokens) {
    const word = /^([a-z]+?)(?:r?[xyz])?$/.exec(token)?.[1] ?? token;
    const whole = partOf([word]);
    if (whole !== null) return { side, part: whole };
    const rest = /^[lr]/.test(word) ? partOf([word.slice(1)]) : null;
    if (rest !== null) return { side: side ?? (word.startsWith('l') ? 'left' : 'right'), part: rest };
  }
  return { side, part: null };
}

function sideOf(tokens: readonly string[]): RobotSide | null {
  if (tokens.includes('left') || tokens.includes('right')) return tokens.includes('left') ? 'left' : 'right';
  // Before single letters: in LLEG_HIP_R the last one is for roll.
  const glued = tokens.find((token) => /^[lr](arm|leg|hip|knee|ankle|foot|shoulder|elbow|wrist|hand)$/.test(token));
  if (glued !== undefined) return glued.startsWith('l') ? 'left' : 'right';
  return tokens.includes('l') ? 'left' : tokens.includes('r') ? 'right' : null;
}

/** Words in lower case; numbers are left out, "left" and "right" become words of their own. */
function splitName(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
    .replace(/(left|right)/g, '_$1_')
    .split(/[^a-z]+/)
    .filter((token) => token !== '');
}
