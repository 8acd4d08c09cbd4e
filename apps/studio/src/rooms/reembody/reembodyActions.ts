import type { RoomAction } from '../../world/roomScene.js';
import { setOnce, switchOf } from '../settingActions.js';
import type { ReembodyStore } from './settings/reembodyShape.js';

/** Delay that is long enough to be felt, milliseconds. */
const FELT_DELAY = 300;

/** What actions do to the second body: push it for a moment, and put what its own legs carry on its feet. */
export interface BodyActs {
  push(): void;
  standUp(): void;
}

/** The room's main actions. Grabbing needs no button: hands do it. */
export function reembodyActions(settings: ReembodyStore, { push, standUp }: BodyActs): readonly RoomAction[] {
  const { ghost, latencyMs, others, root } = settings.values();
  const isBeside = ghost === 'beside';
  const carried = (value: typeof root, label: string): RoomAction => ({
    id: `root ${value}`,
    label,
    isOn: root === value,
    run: () => setOnce(settings, 'root', value),
  });
  return [
    { id: 'push', label: 'Push it', run: push },
    ...(root === 'balance' ? [{ id: 'stand up', label: 'Stand up', run: standUp }] : []),
    {
      id: 'beside',
      label: 'My body beside it',
      icon: 'body',
      isOn: isBeside,
      run: () => setOnce(settings, 'ghost', isBeside ? 'hidden' : 'beside'),
    },
    {
      id: 'delay',
      label: latencyMs > 0 ? `Delay ${latencyMs} ms` : 'Delay it',
      isOn: latencyMs > 0,
      run: () => setOnce(settings, 'latencyMs', latencyMs > 0 ? 0 : FELT_DELAY),
    },
    {
      id: 'other',
      label: 'Another person',
      isOn: others > 0,
      run: () => setOnce(settings, 'others', others > 0 ? 0 : 1),
    },
    carried('anchor', 'Hips held fast'),
    carried('spring', 'Hips on a spring'),
    switchOf(settings, 'showContacts', 'Draw contacts'),
    switchOf(settings, 'showTorques', 'Draw effort'),
    { id: 'reset', label: 'All as at first', icon: 'again', run: () => settings.reset() },
  ];
}
