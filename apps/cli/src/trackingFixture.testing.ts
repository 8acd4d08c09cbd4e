/** Tests only: a person who sways, turns the head and waves, as leib-tracking/1. */

export interface FixtureOptions {
  readonly frameCount: number;
  readonly hz?: number;
  readonly header?: Readonly<Record<string, unknown>>;
  /** Height everything is lifted by, metres. */
  readonly lift?: number;
  /** What a moment is changed to before it is written: null for a lost point. */
  readonly change?: (frame: number) => Readonly<Record<string, unknown>>;
}

export function trackingFixture({ frameCount, hz = 60, header = {}, lift = 0, change }: FixtureOptions): string {
  const lines = [JSON.stringify({ format: 'leib-tracking/1', hz, floorY: lift, ...header })];
  for (let frame = 0; frame < frameCount; frame++) {
    const t = frame / hz;
    const sway = 0.15 * Math.sin(1.3 * t);
    const half = 0.2 * Math.sin(0.9 * t);
    const hand = (mirror: number) => [
      sway + mirror * (0.25 + 0.05 * Math.sin(2 * t)),
      1.12 + 0.1 * Math.sin(1.7 * t + mirror) + lift,
      0.25,
      0,
      (-mirror * Math.SQRT2) / 2,
      0,
      Math.SQRT2 / 2,
    ];
    lines.push(
      JSON.stringify({
        t,
        head: [sway, 1.5 + lift, 0, 0, Math.sin(half), 0, Math.cos(half)],
        leftHand: hand(1),
        rightHand: hand(-1),
        ...change?.(frame),
      }),
    );
  }
  return `${lines.join('\n')}\n`;
}
