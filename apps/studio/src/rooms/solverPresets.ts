import { defaultEmbodySettings, thesisEmbodySettings } from '@leib/embody';
import type { SolverChoice } from '../world/solverChoice.js';

export const solverPresets: Readonly<Record<'leib' | 'thesis' | 'baseline', SolverChoice>> = {
  leib: defaultEmbodySettings,
  thesis: thesisEmbodySettings,
  baseline: null,
};
