/** All measures. The twelve of take 1 come first, in the order of the four takes. */
export const measureNames = [
  'stature',
  'weight',
  'crotchHeight',
  'armLength',
  'chest',
  'waist',
  'hip',
  'waistHeight',
  'shoulderBreadth',
  'thigh',
  'ankle',
  'hipHeight',
  'underBust',
  'neck',
  'calf',
  'upperArm',
  'acromialHeight',
  'sittingHeight',
  'biacromialBreadth',
  'cervicaleHeight',
  'suprasternaleHeight',
  'chestHeight',
  'kneeHeight',
  'lowerThigh',
  'forearm',
  'wrist',
  'head',
  'footLength',
  'handLength',
  'waistBreadth',
  'waistDepth',
  'hipBreadth',
  'buttockDepth',
] as const;

export type MeasureName = (typeof measureNames)[number];
export const MEASURE_COUNT = measureNames.length;

/** Number of measures of each take, counted from the first. */
export const takeSizes: Readonly<Record<1 | 2 | 3 | 4, number>> = { 1: 12, 2: 6, 3: 4, 4: 2 };

export type MeasureKind = 'height' | 'girth' | 'length' | 'breadth' | 'mass';

export interface MeasureDefinition {
  readonly name: MeasureName;
  readonly kind: MeasureKind;
  /** Kilograms for the weight, metres for all others. */
  readonly unit: 'm' | 'kg';
  /** Column of ANSUR II's table that was taken the same way, or null. */
  readonly ansur: string | null;
  /** Number in CAESAR's list, where the thesis gives it. */
  readonly caesar: number | null;
  readonly definition: string;
}

const definition = (
  name: MeasureName,
  kind: MeasureKind,
  ansur: string | null,
  caesar: number | null,
  text: string,
): MeasureDefinition => ({ name, kind, unit: kind === 'mass' ? 'kg' : 'm', ansur, caesar, definition: text });

/** In the order of measureNames; details in docs/body-measures.md. */
export const measureDefinitions: readonly MeasureDefinition[] = [
  definition('stature', 'height', 'stature', 29, 'floor to crown'),
  definition('weight', 'mass', 'weight_hg', 40, 'volume times density'),
  definition('crotchHeight', 'height', 'crotchheight', 12, 'floor to the lowest point of the trunk between the legs'),
  definition('armLength', 'length', 'sleeveoutseam', 4, 'acromion to stylion, straight, arm hanging'),
  definition('chest', 'girth', 'chestcircumference', 8, 'level tape at the nipples, arms hanging'),
  definition('waist', 'girth', 'waistcircumference', 37, 'level tape at the navel'),
  definition('hip', 'girth', 'buttockcircumference', 23, 'level tape at the greatest buttock protrusion'),
  definition('waistHeight', 'height', 'waistheightomphalion', 39, 'floor to navel'),
  definition('shoulderBreadth', 'breadth', 'bideltoidbreadth', 27, 'across the deltoids, arms hanging'),
  definition('thigh', 'girth', 'thighcircumference', 31, 'level tape at the gluteal fold'),
  definition('ankle', 'girth', 'anklecircumference', 2, 'least level girth above the ankle bones'),
  definition('hipHeight', 'height', 'buttockheight', 24, 'floor to the greatest buttock protrusion'),
  definition('underBust', 'girth', null, 9, 'level tape in the fold under the breasts'),
  definition('neck', 'girth', 'neckcircumference', null, "tape across the neck's axis under the Adam's apple"),
  definition('calf', 'girth', 'calfcircumference', null, 'greatest level girth of the lower leg'),
  definition('upperArm', 'girth', null, null, 'greatest girth across the middle of the relaxed upper arm'),
  definition('acromialHeight', 'height', 'acromialheight', null, 'floor to acromion, arm hanging'),
  definition('sittingHeight', 'height', 'sittingheight', null, 'seat to crown: estimated as crotch to crown and 9 mm'),
  definition('biacromialBreadth', 'breadth', 'biacromialbreadth', null, 'acromion to acromion'),
  definition('cervicaleHeight', 'height', 'cervicaleheight', null, 'floor to the seventh neck vertebra'),
  definition('suprasternaleHeight', 'height', 'suprasternaleheight', null, 'floor to the notch above the breastbone'),
  definition('chestHeight', 'height', 'chestheight', null, 'floor to nipple'),
  definition('kneeHeight', 'height', 'kneeheightmidpatella', null, 'floor to the middle of the kneecap'),
  definition('lowerThigh', 'girth', 'lowerthighcircumference', null, 'level tape just above the kneecap'),
  definition('forearm', 'girth', null, null, 'greatest girth of the straight, relaxed forearm'),
  definition('wrist', 'girth', 'wristcircumference', null, 'tape across the wrist at the stylion'),
  definition('head', 'girth', 'headcircumference', null, 'tape over brow and back of the head'),
  definition('footLength', 'length', 'footlength', null, 'heel to tip of the longest toe'),
  definition('handLength', 'length', 'handlength', null, 'stylion to tip of the middle finger'),
  definition('waistBreadth', 'breadth', 'waistbreadth', null, 'side to side at the navel'),
  definition('waistDepth', 'breadth', 'waistdepth', null, 'front to back at the navel'),
  definition('hipBreadth', 'breadth', 'hipbreadth', null, 'side to side at the hip height'),
  definition('buttockDepth', 'breadth', 'buttockdepth', null, 'front to back at the hip height'),
];

export function measureIndex(name: MeasureName): number {
  return measureNames.indexOf(name);
}
