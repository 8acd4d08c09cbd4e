import { InputError } from '@leib/core';
import type { WorldObject } from './worldObject.js';

/** Refuses things that no world can be built of: their names become names in the engine, their sizes its shapes. */
export function checkObjects(objects: readonly WorldObject[]): void {
  const names = new Set<string>();
  for (const [index, object] of objects.entries()) {
    const where = `objects[${index}] "${object.name}"`;
    if (!/^[\w-]+$/.test(object.name)) {
      throw new InputError(where, 'a name is made of letters, digits, "_" and "-".');
    }
    if (names.has(object.name)) throw new InputError(where, 'the name is used twice; names must differ.');
    names.add(object.name);
    for (const [what, value, isPositive] of numbersOf(object)) {
      if (!Number.isFinite(value) || (isPositive && value <= 0)) {
        throw new InputError(where, `${what} is ${value}; it must be a ${isPositive ? 'positive ' : ''}number.`);
      }
    }
  }
}

function numbersOf(object: WorldObject): [what: string, value: number, isPositive: boolean][] {
  const triple = (what: string, values: readonly number[], isPositive: boolean) =>
    values.map((value): [string, number, boolean] => [what, value, isPositive]);
  switch (object.kind) {
    case 'floor':
      return [['height', object.height, false]];
    case 'box':
      return [
        ...triple('size', object.size, true),
        ...triple('position', object.position, false),
        ...triple('rotation', object.rotation ?? [], false),
        ...(object.mass === null ? [] : triple('mass', [object.mass], true)),
      ];
    case 'ball':
      return [
        ['radius', object.radius, true],
        ['mass', object.mass, true],
        ...triple('position', object.position, false),
      ];
    case 'door':
      return [
        ...triple('size', object.size, true),
        ...triple('position', object.position, false),
        ['mass', object.mass, true],
        ['maxAngle', object.maxAngle, true],
      ];
    case 'button':
      return [
        ['radius', object.radius, true],
        ...triple('position', object.position, false),
        ...triple('outward', object.outward, false),
        ['travel', object.travel, true],
        ['stiffness', object.stiffness, true],
      ];
  }
}
