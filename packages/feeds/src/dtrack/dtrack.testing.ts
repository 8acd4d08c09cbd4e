/**
 * Packets for tests. Examples of the DTrack user manual (Technical Appendix B) and a live capture quoted in
 * DLR-MO/art_dtrack_ros; those for lines without a published example are our own, by the grammar.
 */
export const manualLines = {
  fr: 'fr 21753',
  ts: 'ts 39596.024831',
  body: '6d 1 [0 1.000][326.848 -187.216 109.503 -160.4704 -3.6963 -7.0913][-0.940508 -0.339238 -0.019025 0.333599 -0.932599 0.137735 -0.064467 0.123194 0.990286]',
  liveBody:
    '6d 1 [0 1.000][2588.621 -280.866 886.056 17.3456 -33.6350 -51.4519][0.518842 -0.849428 0.096310 0.651151 0.465681 0.599286 -0.553900 -0.248222 0.794720]',
  inertial:
    '6di 2 [0 1 2.135][326.848 -187.216 109.503][-0.940508 -0.339238 -0.019025 0.333599 -0.932599 0.137735 -0.064467 0.123194 0.990286] [1 0 0.000][0.000 0.000 0.000][0.000000 0.000000 0.000000 0.000000 0.000000 0.000000 0.000000 0.000000 0.000000]',
  oldFlystick:
    '6df 1 [0 1.000 2][261.103 116.520 41.085 19.6522 -57.3530 116.5992][-0.241543 0.968868 -0.054332 -0.482366 -0.168461 -0.859619 -0.842010 -0.181427 0.508039]',
  tool: '6dmt2 1 1 [0 1.000 4 2.000][326.848 -187.216 109.503][0.911812 -0.038421 0.408806 0.095040 0.988324 -0.119094 -0.399457 0.147444 0.904817][0][8.178e-04 9.166e-04 1.084e-03 4.463e-02 9.025e-03 1.286e-02]',
  toolReference:
    '6dmtr 1 1 [0 1.000][-485.245 -67.217 -38.328][0.681257 -0.315034 0.660790 -0.477531 -0.875410 0.074967 0.554845 -0.366620 -0.746817]',
} as const;

const R = '[1 0 0 0 1 0 0 0 1]';

export const ownLines = {
  ts2: 'ts2 1700000000 250000 4200',
  bodyCount: '6dcal 5',
  handCount: 'glcal 2',
  covariance: `6dcov 1 [3 100.0 200.0 300.0][${Array.from({ length: 21 }, (_, i) => i / 10).join(' ')}]`,
  flystick: `6df2 2 1 [1 1.000 40 2][1000.000 0.000 0.000]${R}[5 1 0.5 -0.25]`,
  lostFlystick: '6df2 2 1 [0 -1.000 6 2][0.000 0.000 0.000][0 0 0 0 0 0 0 0 0][0 0.00 0.00]',
  oldTool: `6dmt 1 [2 1.000 3][10.000 20.000 30.000]${R}`,
  markers: '3d 2 [1 1.000][210.730 -90.669 -108.554][4 1.000][1.0 2.0 3.0]',
  hand: `gl 1 [0 1.000 1 3][500.000 600.000 700.000]${R}${`[80.0 10.0 -5.0]${R}[8.0 20.0 30.0 25.0 45.0 40.0]`.repeat(3)}`,
  humans: `6dj 1 1 [0 2][0 1.000][1000.0 2000.0 3000.0 0.0 0.0 0.0]${R}[7 1.000][0.0 0.0 1500.0 0.0 0.0 0.0]${R}`,
  status: 'st 3 [0 3][8 5 31][1 5][0 1 2 3 4][2 2 4][1 10 9 200][2 11 8 180]',
} as const;

export function packetOf(...lines: readonly string[]): Uint8Array {
  return new TextEncoder().encode(`${lines.join('\r\n')}\r\n\0`);
}

/** Every line of the grammar in one packet. */
export const wholePacket = packetOf(
  manualLines.fr,
  manualLines.ts,
  ownLines.ts2,
  ownLines.bodyCount,
  manualLines.liveBody,
  manualLines.inertial,
  ownLines.covariance,
  manualLines.oldFlystick,
  ownLines.flystick,
  ownLines.oldTool,
  manualLines.tool,
  manualLines.toolReference,
  ownLines.markers,
  ownLines.handCount,
  ownLines.hand,
  ownLines.humans,
  ownLines.status,
);
