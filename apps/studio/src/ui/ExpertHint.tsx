import { useStore } from 'zustand';
import { changedExpertCount } from '../files/settingsLevel.js';
import type { SettingsStore } from '../files/settingsStore.js';
import { setLevel, useIsExpert } from './level.js';

/** At the simple level: says that hidden settings are not as they were, and leads to them. */
export function ExpertHint({ settings }: { readonly settings: SettingsStore }) {
  const { present } = useStore(settings.store);
  const isExpert = useIsExpert();
  const count = changedExpertCount(settings.shape, present);
  if (isExpert || count === 0) return null;
  return (
    <p className="hint expert-hint">
      {count === 1 ? 'One expert setting is' : `${count} expert settings are`} changed.{' '}
      <button type="button" className="link" title="Shows all settings" onClick={() => setLevel('expert')}>
        Show
      </button>
    </p>
  );
}
