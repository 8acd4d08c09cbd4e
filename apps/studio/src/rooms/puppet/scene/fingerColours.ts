import { fingerNames } from '@leib/puppet';

/** Of each finger, thumb first: bars, curves and cells of the matrix. */
export const fingerColours = ['#e8a33d', '#4ccbb5', '#6aa7f0', '#c98be8', '#ef7f8f'] as const;

export function fingerColour(finger: (typeof fingerNames)[number]): string {
  return fingerColours[fingerNames.indexOf(finger)];
}
