import type { DisplayStatus } from '@leib/net';

type WallState = DisplayStatus['walls'][number]['state'];

/** How a wall's state is called and coloured. */
export const wallStateLook: Readonly<Record<WallState, { readonly label: string; readonly color: string }>> = {
  inStep: { label: 'in step', color: '#35b39c' },
  joining: { label: 'joining', color: '#5b9bd8' },
  late: { label: 'late', color: '#d99a2b' },
  silent: { label: 'no answer', color: '#e0645a' },
  missing: { label: 'not open', color: '#8793a0' },
};

/** States from the best to the worst. */
const order: readonly WallState[] = ['inStep', 'joining', 'missing', 'late', 'silent'];

export function worstState(states: readonly WallState[]): WallState {
  return order[Math.max(0, ...states.map((state) => order.indexOf(state)))];
}
