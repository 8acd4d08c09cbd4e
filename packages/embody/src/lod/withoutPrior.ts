import type { EmbodyModel } from '../embodyModel.js';

/** The same body by the rules: the prior hands over by degrees and is then no longer asked. */
export function withoutPrior(model: EmbodyModel): EmbodyModel {
  const { guide } = model;
  if (guide === null) return model;
  return { ...model, guide: { ...guide, settings: { ...guide.settings, isOn: false } } };
}
