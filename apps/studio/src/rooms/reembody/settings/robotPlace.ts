/** What of the room's settings says where a robot lives. */
interface RobotValues {
  readonly where: 'worker' | 'server';
  readonly robotWorld: 'own' | 'shared';
}

/** Robots do not go to the server: there it stands in a world of its own. */
export function canShareWorld(values: object): boolean {
  return (values as RobotValues).where === 'worker';
}

/** In a world of its own its base is held: only in the people's is there a floor to stand on. */
export function isInSharedWorld(values: object): boolean {
  return canShareWorld(values) && (values as RobotValues).robotWorld === 'shared';
}
