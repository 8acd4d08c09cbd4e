/**
 * What the prior proposes for this frame, made fit for the solvers. World space, joints in SMPL's order. Written by
 * stepGuidance(); trunk, legs and arms follow it as far as their guarantees allow.
 */
export interface Guidance {
  /** How much the proposal counts: 0 is the rules alone, 1 the prior; between 0 and 1 one hands over to the other. */
  weight: number;
  /** Feet follow the prior's contacts, not the gait's rules. Never a blend: a foot that stands only in part would slide. */
  leadsFeet: boolean;
  /** 22 x 3 and 22 x 4: the head is where it is tracked, bones have the network's body's lengths. */
  readonly positions: Float64Array;
  readonly rotations: Float64Array;
  /** Height of the floor that the proposal stands on. */
  floorY: number;
  /** Chance that left ankle, right ankle, left toes, right toes stand. */
  readonly contacts: Float64Array;
  /** World rotations of the trunk's rows: hips and the path up to the head, the head not included. n x 4. */
  readonly rows: Float64Array;
  /** Parts of the weight that hips and spine, knees, collar bones and elbows follow with. */
  trunkWeight: number;
  kneeWeight: number;
  collarWeight: number;
  elbowWeight: number;
}

export function createGuidance(rowCount: number): Guidance {
  const rotations = new Float64Array(22 * 4);
  for (let w = 3; w < rotations.length; w += 4) rotations[w] = 1;
  const rows = new Float64Array(rowCount * 4);
  for (let w = 3; w < rows.length; w += 4) rows[w] = 1;
  return {
    weight: 0,
    leadsFeet: false,
    positions: new Float64Array(22 * 3),
    rotations,
    floorY: 0,
    contacts: new Float64Array(4),
    rows,
    trunkWeight: 0,
    kneeWeight: 0,
    collarWeight: 0,
    elbowWeight: 0,
  };
}

/** Nothing is proposed. */
export function clearGuidance(guidance: Guidance): void {
  guidance.weight = 0;
  guidance.leadsFeet = false;
  guidance.trunkWeight = 0;
  guidance.kneeWeight = 0;
  guidance.collarWeight = 0;
  guidance.elbowWeight = 0;
}
