import { InputError } from '@leib/core';
import { robotLimits } from './robotLimits.js';
import type { EditedElement } from './xmlEditing.js';

/** Attributes that classes of MJCF give to kinds of elements: class, then kind, then attribute. */
export type MjcfDefaults = ReadonlyMap<string, ReadonlyMap<string, Readonly<Record<string, string>>>>;

/** The class of elements that name none. */
export const MAIN_CLASS = 'main';

/** Reads all <default> elements; a class has what the classes around it have. Throws InputError where there are too many of them. */
export function readDefaults(root: EditedElement): MjcfDefaults {
  const classes = new Map<string, Map<string, Record<string, string>>>();
  let classCount = 0;
  const read = (element: EditedElement, outer: ReadonlyMap<string, Record<string, string>>, name: string) => {
    checkClass(++classCount, [
      ...outer.values(),
      ...element.children.filter((child) => child.name !== 'default').map(({ attributes }) => attributes),
    ]);
    const own = classes.get(name) ?? new Map([...outer].map(([kind, values]) => [kind, { ...values }]));
    for (const child of element.children) {
      if (child.name !== 'default') own.set(child.name, { ...own.get(child.name), ...child.attributes });
    }
    classes.set(name, own);
    for (const child of element.children) {
      if (child.name === 'default') read(child, own, child.attributes.class ?? MAIN_CLASS);
    }
  };
  for (const element of root.children) {
    if (element.name === 'default') read(element, new Map(), element.attributes.class ?? MAIN_CLASS);
  }
  return classes;
}

/** Each class copies those around it, and each element its class: a few hundred kB of them would become gigabytes. */
function checkClass(classCount: number, given: readonly Readonly<Record<string, string>>[]): void {
  const { classes, classValues } = robotLimits;
  if (classCount > classes) throw new InputError('<default>', `expected at most ${classes} classes, got more`);
  const count = given.reduce((sum, attributes) => sum + 1 + Object.keys(attributes).length, 0);
  if (count > classValues)
    throw new InputError('<default>', `expected a class of at most ${classValues} attributes, got ${count}`);
}

/** Attributes of an element with those of its class; `childClass` is what the bodies around it say. */
export function withDefaults(
  defaults: MjcfDefaults,
  element: EditedElement,
  childClass: string,
): Readonly<Record<string, string>> {
  const classes = defaults.get(element.attributes.class ?? childClass) ?? defaults.get(MAIN_CLASS);
  return { ...classes?.get(element.name), ...element.attributes };
}
