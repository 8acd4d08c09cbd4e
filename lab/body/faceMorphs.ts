import { addTarget, BODY_VERTEX_COUNT, usedTargets } from './targets.ts';

interface FaceMorph {
  /** VRM preset. */
  readonly name: string;
  /** Units of MakeHuman that make it, and how much of each. */
  readonly units: readonly (readonly [unit: string, amount: number])[];
}

/** The avatar's moving expressions. */
export const faceMorphs: readonly FaceMorph[] = [
  { name: 'blinkLeft', units: [['eye-left-closure', 1]] },
  { name: 'blinkRight', units: [['eye-right-closure', 1]] },
  { name: 'happy', units: [['mouth-corner-puller', 1]] },
  { name: 'aa', units: [['mouth-open', 1]] },
  {
    name: 'ih',
    units: [
      ['mouth-open', 0.3],
      ['mouth-retraction', 0.4],
    ],
  },
  {
    name: 'ou',
    units: [
      ['mouth-open', 0.25],
      ['mouth-pursing', 0.8],
    ],
  },
  {
    name: 'ee',
    units: [
      ['mouth-open', 0.15],
      ['mouth-retraction', 0.8],
    ],
  },
  {
    name: 'oh',
    units: [
      ['mouth-open', 0.6],
      ['mouth-pursing', 0.5],
    ],
  },
];

function unitOf(morph: string, unit: string) {
  const target = usedTargets.find(({ name }) => name === `expression/units/caucasian/${unit}`);
  if (!target) throw new Error(`morph ${morph}: target "${unit}" is not in the list of used targets.`);
  return target;
}

/** How much of a morph the resting face has already. */
export function restShareOf({ name, units }: FaceMorph): number {
  if (units.length !== 1) return 0;
  const { weight } = unitOf(name, units[0][0]);
  return weight / (1 - weight);
}

/** Displacements of the body's vertices, decimetres: one BODY_VERTEX_COUNT x 3 array per morph. */
export function readFaceMorphs(targets: Buffer): Float64Array[] {
  return faceMorphs.map((morph) => {
    const displacements = new Float64Array(BODY_VERTEX_COUNT * 3);
    for (const [unit, amount] of morph.units) {
      const target = unitOf(morph.name, unit);
      // The resting face has a little of it already; the morph adds the rest.
      addTarget(displacements, targets, target, amount * (1 - target.weight));
    }
    return displacements;
  });
}

/** Displacements that make the face old, decimetres. */
export function readAgeing(targets: Buffer): Float64Array {
  const displacements = new Float64Array(BODY_VERTEX_COUNT * 3);
  for (const target of usedTargets) if (target.kind === 'age') addTarget(displacements, targets, target, 1);
  return displacements;
}
