import type { XmlElement } from '@leib/formats';

/** An element while it is being rewritten. */
export interface EditedElement {
  name: string;
  attributes: Record<string, string>;
  children: EditedElement[];
  text: string;
}

export function element(
  name: string,
  attributes: Readonly<Record<string, string | undefined>> = {},
  children: readonly EditedElement[] = [],
): EditedElement {
  const given = Object.entries(attributes).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { name, attributes: Object.fromEntries(given), children: [...children], text: '' };
}

export function copyOf({ name, attributes, children, text }: XmlElement): EditedElement {
  return { name, attributes: { ...attributes }, children: children.map(copyOf), text };
}

export function numbersOf(text: string | undefined, fallback: readonly number[]): number[] {
  if (text === undefined || text.trim() === '') return [...fallback];
  return text.trim().split(/\s+/).map(Number);
}

export function without(attributes: Readonly<Record<string, string>>, keys: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(attributes).filter(([key]) => !keys.includes(key)));
}
