import { pointNumber } from '@leib/tracking';

/** Tracked points of both sides: left, right. */
export const handPoints = [pointNumber.leftHand, pointNumber.rightHand] as const;
export const elbowPoints = [pointNumber.leftElbow, pointNumber.rightElbow] as const;
export const footPoints = [pointNumber.leftFoot, pointNumber.rightFoot] as const;
export const kneePoints = [pointNumber.leftKnee, pointNumber.rightKnee] as const;
