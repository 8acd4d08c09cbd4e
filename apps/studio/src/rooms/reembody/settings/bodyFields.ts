import { MAX_BOUNCE, MAX_STOP_HZ } from '@leib/reembody';

const TO_DEGREES = 180 / Math.PI;

/** A number that holds for the whole body. */
interface BodyField {
  /** Where it stands in the settings. */
  readonly path: readonly string[];
  readonly label: string;
  readonly unit: string;
  readonly scale?: number;
  readonly min: number;
  readonly max: number;
}

export interface BodyFieldGroup {
  readonly title: string;
  /** What it is for, in a sentence. */
  readonly hint: string;
  readonly fields: readonly BodyField[];
}

const spring = (key: string): readonly BodyField[] => [
  { path: ['control', key, 'naturalHz'], label: 'Speed', unit: 'Hz', min: 0.1, max: 30 },
  { path: ['control', key, 'dampingRatio'], label: 'Damping', unit: '× critical', min: 0, max: 5 },
  { path: ['control', key, 'maxAcceleration'], label: 'Strength', unit: 'm/s²', min: 1, max: 5000 },
];

export const bodyFields: readonly BodyFieldGroup[] = [
  {
    title: 'All drives',
    hint: 'How fast joints without gains of their own swing back, how much of the target’s speed they go along with, and the fastest target they believe.',
    fields: [
      { path: ['control', 'naturalHz'], label: 'Speed', unit: 'Hz', min: 0.2, max: 30 },
      { path: ['control', 'feedForward'], label: 'Go along', unit: '0 to 1', min: 0, max: 1 },
      { path: ['control', 'maxTargetRate'], label: 'Fastest', unit: '°/s', scale: TO_DEGREES, min: 10, max: 20000 },
    ],
  },
  {
    title: 'Limits',
    hint: 'How hard all limits are, and with which share of its speed a limb comes back from them. Joints can have their own.',
    fields: [
      { path: ['stops', 'all', 'springHz'], label: 'Spring', unit: 'Hz', min: 0.5, max: MAX_STOP_HZ },
      { path: ['stops', 'all', 'bounce'], label: 'Bounce', unit: '0 to 0.95', min: 0, max: MAX_BOUNCE },
    ],
  },
  {
    title: 'Spring under the hips',
    hint: 'Carries the body where the hips hang on a spring: a slow one lets pushes move it far.',
    fields: spring('rootSpring'),
  },
  {
    title: 'Blows',
    hint: 'A blow beyond this share of a joint’s torque leaves it so much of its stiffness, which comes back in this time.',
    fields: [
      { path: ['control', 'impact', 'threshold'], label: 'From', unit: 'of torque', min: 0, max: 10 },
      { path: ['control', 'impact', 'softness'], label: 'Left', unit: 'of stiffness', min: 0, max: 1 },
      { path: ['control', 'impact', 'recoverySeconds'], label: 'Back in', unit: 's', min: 0.01, max: 5 },
    ],
  },
  {
    title: 'Jumps',
    hint: 'A target whose hips go farther than this in one frame was taken elsewhere, and the body goes there as a whole.',
    fields: [
      { path: ['control', 'teleport', 'distance'], label: 'Distance', unit: 'm', min: 0.01, max: 10 },
      { path: ['control', 'teleport', 'speed'], label: 'Speed', unit: 'm/s', min: 0.1, max: 200 },
      { path: ['control', 'teleport', 'angle'], label: 'Turn', unit: '°', scale: TO_DEGREES, min: 5, max: 180 },
      { path: ['control', 'teleport', 'jointAngle'], label: 'Joint', unit: '°', scale: TO_DEGREES, min: 5, max: 180 },
    ],
  },
  {
    title: 'On its legs',
    hint: 'How far beyond the point that would stop it the feet press, and below which share of its height it counts as fallen.',
    fields: [
      { path: ['control', 'balance', 'captureGain'], label: 'Press', unit: 'times', min: 0, max: 5 },
      { path: ['control', 'balance', 'fallenShare'], label: 'Fallen', unit: 'of height', min: 0.1, max: 1 },
    ],
  },
  {
    title: 'Held together by nothing',
    hint: 'The force that moves every part by itself where nothing but its own target holds it.',
    fields: spring('freeParts'),
  },
];

export const weightFields: BodyFieldGroup = {
  title: 'Weight',
  hint: 'Shared out over the parts after de Leva; parts with a mass of their own keep it.',
  fields: [{ path: ['totalMass'], label: 'Mass', unit: 'kg', min: 1, max: 500 }],
};

export function numberAt(settings: object, path: readonly string[]): number {
  return path.reduce<unknown>((at, key) => (at as Readonly<Record<string, unknown>>)[key], settings) as number;
}

/** The same settings but for one number. */
export function withNumber<Settings extends object>(
  settings: Settings,
  path: readonly string[],
  value: number,
): Settings {
  const [key, ...rest] = path;
  const inside = settings[key as keyof Settings];
  return { ...settings, [key]: rest.length === 0 ? value : withNumber(inside as object, rest, value) };
}
