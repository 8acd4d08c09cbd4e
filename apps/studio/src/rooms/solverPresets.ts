import { defaultEmbodySettings, type EmbodySettings, thesisEmbodySettings } from '@leib/embody';

/** What each choice makes of the solver; null: the baseline. */
export const solverPresets: Readonly<Record<'leib' | 'thesis' | 'baseline', EmbodySettings | null>> = {
  leib: defaultEmbodySettings,
  thesis: thesisEmbodySettings,
  baseline: null,
};
