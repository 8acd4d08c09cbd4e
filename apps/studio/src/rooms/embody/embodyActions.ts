import type { SettingsStore } from '../../files/settingsStore.js';
import type { RoomAction } from '../../world/roomScene.js';
import { setOnce, switchOf } from '../settingActions.js';
import type { embodyShape } from './embodyShape.js';

/** The room's main actions. @param goToStart brings the person back to where they started */
export function embodyActions(
  settings: SettingsStore<typeof embodyShape>,
  goToStart: () => void,
): readonly RoomAction[] {
  const { solver, climb } = settings.values();
  const choose = (value: string, label: string): RoomAction => ({
    id: `solver ${value}`,
    label,
    isOn: solver === value,
    run: () => setOnce(settings, 'solver', value),
  });
  return [
    choose('leib', 'Body by Leib'),
    choose('thesis', 'Body by the thesis'),
    choose('baseline', 'Plain body'),
    { id: 'climb', label: 'Climb stairs', icon: 'walk', isOn: climb, run: () => setOnce(settings, 'climb', !climb) },
    switchOf(settings, 'showSteps', 'Draw steps'),
    switchOf(settings, 'showFields', 'Draw fields'),
    switchOf(settings, 'showBalance', 'Draw balance'),
    { id: 'start', label: 'Back to start', icon: 'home', run: goToStart },
  ];
}
