import { type createPuppetMeter, type PuppetModel, type PuppetState, readChain } from '@leib/puppet';
import { addSample, createMeter, type Meter, medianOf } from '../../../world/meter.js';

/** Distances of a chain's last frames, millimetres: from its goal, and back and forth. */
interface ChainMeter {
  readonly error: Meter;
  readonly swing: Meter;
}

/** How the chains of a puppet do, by name. */
export class ChainMeters {
  readonly #meters = new Map<string, ChainMeter>();

  of(chain: string): ChainMeter {
    const known = this.#meters.get(chain) ?? { error: createMeter(120), swing: createMeter(120) };
    this.#meters.set(chain, known);
    return known;
  }

  append({ file, chains }: PuppetModel, state: PuppetState): void {
    for (const [i, { name }] of file.chains.entries()) {
      const { positionError, oscillation } = readChain(chains, state.chains, i);
      const { error, swing } = this.of(name);
      addSample(error, positionError * 1000);
      addSample(swing, oscillation * 1000);
    }
  }
}

const labels = { hands: 'Hands', chains: 'Joints and chains', inner: 'Inner model', skin: 'Skin' } as const;

interface FrameTime {
  readonly label: string;
  readonly ms: number;
}

/** What a frame of the puppet spends its time on, and all of it together. */
export function frameTimes({ stageMs }: ReturnType<typeof createPuppetMeter>, surface: Meter): FrameTime[] {
  const stages = Object.entries(labels).map(([stage, label]) => ({ label, ms: stageMs[stage as keyof typeof labels] }));
  const times = [...stages, { label: 'Drawn surface', ms: medianOf(surface) }];
  return [...times, { label: 'Together', ms: times.reduce((sum, { ms }) => sum + ms, 0) }];
}
