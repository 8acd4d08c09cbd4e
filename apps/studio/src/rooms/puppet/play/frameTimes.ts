import type { createPuppetMeter } from '@leib/puppet';
import { type Meter, medianOf } from '../../../world/meter.js';

const labels = { hands: 'Hands', chains: 'Joints and chains', inner: 'Inner model', skin: 'Skin' } as const;

export interface FrameTime {
  readonly label: string;
  readonly ms: number;
}

/** What a frame of the puppet spends its time on, and all of it together. */
export function frameTimes({ stageMs }: ReturnType<typeof createPuppetMeter>, surface: Meter): FrameTime[] {
  const stages = Object.entries(labels).map(([stage, label]) => ({ label, ms: stageMs[stage as keyof typeof labels] }));
  const times = [...stages, { label: 'Drawn surface', ms: medianOf(surface) }];
  return [...times, { label: 'Together', ms: times.reduce((sum, { ms }) => sum + ms, 0) }];
}
