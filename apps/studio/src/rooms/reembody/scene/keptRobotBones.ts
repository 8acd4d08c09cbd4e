import { parseRobotBones, type RobotBones, robotBonesText } from '@leib/reembody/robot';
import { type VisitorStorage, visitorStorage } from '../../../files/visitorStorage.js';

/** Key of a file's choices: the file is known by its joints, whatever folder it came from. */
function keyOf(joints: readonly string[]): string {
  let hash = 5381;
  for (const letter of joints.join(' ')) hash = (Math.imul(hash, 33) ^ (letter.codePointAt(0) ?? 0)) >>> 0;
  return `leib.robotBones.${hash.toString(36)}`;
}

/** Bones that the visitor chose for a robot with these joints; none where nothing was kept. */
export function readKeptBones(joints: readonly string[], storage: VisitorStorage = visitorStorage): RobotBones {
  const text = storage.getItem(keyOf(joints));
  if (text === null) return {};
  try {
    return parseRobotBones(text);
  } catch {
    // Written by another version: as if nothing was kept.
    return {};
  }
}

export function keepBones(
  joints: readonly string[],
  bones: RobotBones,
  storage: VisitorStorage = visitorStorage,
): void {
  storage.setItem(keyOf(joints), robotBonesText(bones));
}
