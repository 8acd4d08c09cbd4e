import { addTarget, BODY_VERTEX_COUNT, usedTargets } from './targets.ts';

/** The avatar's moving expressions: VRM preset, and the targets that make it. */
export const faceMorphs = [
  { name: 'blinkLeft', targets: ['expression/units/caucasian/eye-left-closure'] },
  { name: 'blinkRight', targets: ['expression/units/caucasian/eye-right-closure'] },
  { name: 'happy', targets: ['expression/units/caucasian/mouth-corner-puller'] },
  { name: 'aa', targets: ['expression/units/caucasian/mouth-open'] },
] as const;

/** Displacements of the body's vertices, decimetres: one BODY_VERTEX_COUNT x 3 array per morph. */
export function readFaceMorphs(targets: Buffer): Float64Array[] {
  return faceMorphs.map((morph) => {
    const displacements = new Float64Array(BODY_VERTEX_COUNT * 3);
    for (const name of morph.targets) {
      const target = usedTargets.find((used) => used.name === name);
      if (!target) throw new Error(`morph ${morph.name}: target "${name}" is not in the list of used targets.`);
      // The resting face has a little of it already; the morph adds the rest.
      addTarget(displacements, targets, target, 1 - target.weight);
    }
    return displacements;
  });
}
