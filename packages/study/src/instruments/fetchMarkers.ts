import { accept, type Decoded, decodeValue } from '@leib/core';
import * as v from 'valibot';
import { askServer, type StudyStation } from '../uplink/httpTransport.js';
import type { ArrivedMarker } from './sessionClock.js';

const number = v.pipe(v.number(), v.finite());
const text = v.pipe(v.string(), v.maxLength(200));
const schema = v.object({
  instruments: v.array(
    v.object({
      name: text,
      isConnected: v.boolean(),
      offsetSeconds: v.nullable(number),
      uncertaintySeconds: v.nullable(number),
    }),
  ),
  markers: v.array(
    v.object({
      id: text,
      source: text,
      label: text,
      hostMs: number,
      sourceSeconds: v.nullable(number),
      uncertaintySeconds: v.nullable(number),
    }),
  ),
});

/** Another program on the time axis of a study, as its server sees it; null: its clock could not be measured. */
export type InstrumentStatus = v.InferOutput<typeof schema>['instruments'][number];

/** What a server's instruments have said in the last seconds. Which of it is new, their ids say. */
export interface ServerMarkers {
  readonly instruments: readonly InstrumentStatus[];
  readonly markers: readonly ArrivedMarker[];
}

/** Asks the server for markers. Their times become the page's by the station's clock; without one there are none. */
export async function fetchMarkers(station: StudyStation, fetching = fetch): Promise<Decoded<ServerMarkers>> {
  const parsed = await askServer(station, `markers/${station.participant}`, {}, fetching);
  if (!parsed.ok) return parsed;
  const decoded = decodeValue(parsed.value, schema);
  if (!decoded.ok) return decoded;
  const { instruments, markers } = decoded.value;
  const { offsetMs = Number.NaN, delayMs = Number.NaN } = station.clock?.offset ?? {};
  if (Number.isNaN(offsetMs)) return accept({ instruments, markers: [] });
  return accept({
    instruments,
    markers: markers.map(({ hostMs, uncertaintySeconds, ...marker }) => ({
      ...marker,
      hostMs: hostMs - offsetMs,
      uncertaintySeconds: uncertaintySeconds === null ? null : uncertaintySeconds + delayMs / 2000,
    })),
  });
}

/** "Instruments: 1 of 2 connected; osc:127.0.0.1:9000, clock known to 0.4 ms". Empty where there are none. */
export function instrumentWords(instruments: readonly InstrumentStatus[]): string {
  if (instruments.length === 0) return '';
  const connected = instruments.filter(({ isConnected }) => isConnected);
  const ms = (seconds: number | null) => (seconds === null ? 'unknown' : `${(seconds * 1000).toFixed(1)} ms`);
  const each = connected.map(({ name, uncertaintySeconds }) => `${name}, clock known to ${ms(uncertaintySeconds)}`);
  return [`Instruments: ${connected.length} of ${instruments.length} connected`, ...each].join('; ');
}
