import { type PuppetMeter, puppetStages } from '@leib/puppet';
import { type Meter, medianOf } from '../../../world/meter.js';

const labels = { hands: 'Hands', chains: 'Joints and chains', inner: 'Inner model', skin: 'Skin' } as const;

export interface FrameTime {
  readonly label: string;
  readonly ms: number;
}

/** What a frame of the puppet spends its time on, and all of it together. */
export function frameTimes({ stageMs }: PuppetMeter, surface: Meter): FrameTime[] {
  const stages = puppetStages.map((stage) => ({ label: labels[stage], ms: stageMs[stage] }));
  const times = [...stages, { label: 'Drawn surface', ms: medianOf(surface) }];
  return [...times, { label: 'Together', ms: times.reduce((sum, { ms }) => sum + ms, 0) }];
}
