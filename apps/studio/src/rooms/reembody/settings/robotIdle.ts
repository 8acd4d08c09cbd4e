import type { Idle } from '../../../files/settings.js';

/** What of the room's settings says where a robot lives. */
interface RobotValues {
  readonly where: 'worker' | 'server';
  readonly robotWorld: 'own' | 'shared';
  readonly robotBase: 'held' | 'free';
}

/** Robots do not go to the server: why "Yours" is not so there. */
export function robotWorldIdle(values: object): Idle | null {
  const { where, robotWorld } = values as RobotValues;
  if (where === 'worker' || robotWorld === 'own') return null;
  return {
    text: 'Your world is simulated on the server, where no robot can be: it stands in its own.',
    label: 'Simulate in this page',
    change: { where: 'worker' },
  };
}

/** Why a free base is held all the same: only in the people's world there is a floor to stand on. */
export function robotBaseIdle(values: object): Idle | null {
  const { where, robotWorld, robotBase } = values as RobotValues;
  if (robotBase === 'held' || (robotWorld === 'shared' && where === 'worker')) return null;
  return {
    text: 'In a world of its own its base is held.',
    label: 'Let it be in yours',
    change: { robotWorld: 'shared', where: 'worker' },
  };
}
