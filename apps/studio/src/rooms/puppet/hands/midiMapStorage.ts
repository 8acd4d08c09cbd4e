import { decodeJson } from '@leib/core';
import { defaultMidiMap, type MidiMap, midiTargets } from '@leib/tracking/hands';
import { custom, record } from 'valibot';
import { type VisitorStorage, visitorStorage } from '../../../files/visitorStorage.js';

const KEY = 'leib.puppet.midi';

const control = custom<NonNullable<MidiMap['x']>>(
  (value) => typeof value === 'string' && /^(cc \d+|note \d+|pitch bend|pressure)$/.test(value),
);
const mapSchema = record(
  custom<(typeof midiTargets)[number]>((key) => midiTargets.some((each) => each === key)),
  control,
);

/** Which control moves what, as it was learned in this browser. */
export function loadMidiMap(storage: Pick<VisitorStorage, 'getItem'> = visitorStorage): MidiMap {
  const kept = decodeJson(storage.getItem(KEY) ?? '', mapSchema);
  return kept.ok ? kept.value : defaultMidiMap;
}

export function keepMidiMap(map: MidiMap, storage: Pick<VisitorStorage, 'setItem'> = visitorStorage): void {
  storage.setItem(KEY, JSON.stringify(map));
}
