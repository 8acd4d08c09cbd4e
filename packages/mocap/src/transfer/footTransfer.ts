import { jointOfBone, type Retarget, type Skeleton } from '@leib/core';

/** One leg that both the actor and the agent have. */
export interface FootTransfer {
  /** The agent's hip, knee and ankle, and how the actor's ankle is scaled to it. */
  readonly leg: Retarget['legs'][number];
  /** The actor's hip and knee. */
  readonly fromUpper: number;
  readonly fromLower: number;
  /** Joints of the toes, actor and agent; -1 where one of the two has none: then the foot has a heel only. */
  readonly fromToes: number;
  readonly toToes: number;
  /** Heights of ankle and toe joint when the foot stands, world: actor's. */
  readonly ankleRestHeight: number;
  readonly ballRestHeight: number;
  /** Height of the agent's toe joint when its foot stands, world. */
  readonly toBallRestHeight: number;
}

/** `whole` is a retarget with legs; `floorLift` raises what it scales, for a floor that is not at y = 0. */
export function buildFeet(whole: Retarget, floorLift: number, floorY: number): FootTransfer[] {
  const { from, to } = whole;
  const left = jointOfBone(from, 'leftFoot');
  return whole.legs.map((leg) => {
    const side = leg.fromFoot === left ? 'left' : 'right';
    const fromToes = jointOfBone(from, `${side}Toes`);
    const toToes = jointOfBone(to, `${side}Toes`);
    const hasToes = fromToes >= 0 && toToes >= 0;
    return {
      leg: { ...leg, ankleLift: leg.ankleLift + floorLift },
      fromUpper: jointOfBone(from, `${side}UpperLeg`),
      fromLower: jointOfBone(from, `${side}LowerLeg`),
      fromToes: hasToes ? fromToes : -1,
      toToes: hasToes ? toToes : -1,
      ankleRestHeight: floorY + restHeight(from, leg.fromFoot),
      ballRestHeight: floorY + restHeight(from, fromToes),
      toBallRestHeight: floorY + restHeight(to, toToes),
    };
  });
}

function restHeight({ restWorldPositions }: Skeleton, joint: number): number {
  return joint < 0 ? 0 : restWorldPositions[joint * 3 + 1];
}
