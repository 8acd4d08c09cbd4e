import { readXml, writeXml } from '@leib/formats';
import type { RobotDescription } from '../reading/robotDescription.js';
import { TOUCH_MARK } from '../reading/touchShape.js';
import { copyOf, type EditedElement } from '../reading/xmlEditing.js';

/** Contact bits: it touches bodies (1) and things (2), and no part of itself. */
const TOUCHES = { contype: '4', conaffinity: '3' };
const TOUCHES_NOT = { contype: '0', conaffinity: '0' };

/** A robot's MJCF for a world that it shares: its shapes can be touched, and its drives make up for gravity where its base is held. */
export function guestMjcf({ mjcf }: RobotDescription, isFree: boolean): string {
  const root = copyOf(readXml(mjcf));
  root.children = root.children.filter(({ name }) => name !== 'option');
  for (const each of root.children) {
    if (each.name !== 'worldbody') continue;
    // What stands around the robot in its file, such as a floor, stays behind.
    each.children = each.children.filter(({ name }) => name === 'body' || name === 'frame');
    for (const child of each.children) prepare(child, isFree);
  }
  return writeXml(root);
}

function prepare(element: EditedElement, isFree: boolean): void {
  if (element.name === 'body') element.attributes.gravcomp = isFree ? '0' : '1';
  if (element.name === 'geom') {
    const { user, type, mesh } = element.attributes;
    const isTouched = user === TOUCH_MARK || (user === undefined && mesh === undefined && type !== 'mesh');
    Object.assign(element.attributes, isTouched ? TOUCHES : TOUCHES_NOT);
  }
  for (const child of element.children) prepare(child, isFree);
}
