/** What a frame of a puppet spends its time on. */
export const puppetStages = ['hands', 'chains', 'inner', 'skin'] as const;
export type PuppetStageName = (typeof puppetStages)[number];

/** Times how long the stages of stepPuppet() take. The clock is its owner's. */
export interface PuppetMeter {
  readonly nowMs: () => number;
  /** Of each stage, smoothed over some ten frames. */
  readonly stageMs: Record<PuppetStageName, number>;
  /** When the stage that runs began. */
  startMs: number;
}

export function createPuppetMeter(nowMs: () => number): PuppetMeter {
  return { nowMs, stageMs: { hands: 0, chains: 0, inner: 0, skin: 0 }, startMs: 0 };
}

/** Share of a new frame in the mean. */
const NEWEST = 0.1;

export function startMeter(meter: PuppetMeter | undefined): void {
  if (meter) meter.startMs = meter.nowMs();
}

/** Ends a stage; the next one begins. */
export function endStage(meter: PuppetMeter | undefined, stage: PuppetStageName): void {
  if (!meter) return;
  const nowMs = meter.nowMs();
  meter.stageMs[stage] += (nowMs - meter.startMs - meter.stageMs[stage]) * NEWEST;
  meter.startMs = nowMs;
}
