/**
 * One step of a swing x'' = -2 d w x' - w^2 x (x: distance from rest, d the damping, w = 2 pi frequency) in closed
 * form: any step is exact, and steps compose.
 *
 *   x1 = keep x0 + rise v0        v1 = pull x0 + carry v0
 */
export interface SwingStep {
  keep: number;
  rise: number;
  pull: number;
  carry: number;
}

export function createSwingStep(): SwingStep {
  return { keep: 1, rise: 0, pull: 0, carry: 1 };
}

/** Nearer than this to 1 a damping counts as critical: the two other forms would divide by next to nothing. */
const CRITICAL = 1e-4;

/** `frequency` in Hz as it would swing without damping; `damping` 0 swings for ever, 1 does not overshoot. */
export function updateSwingStep(out: SwingStep, frequency: number, damping: number, dtSeconds: number): SwingStep {
  const w = 2 * Math.PI * frequency;
  const t = dtSeconds > 0 ? dtSeconds : 0;
  if (Math.abs(damping - 1) < CRITICAL) {
    const decay = Math.exp(-w * t);
    out.keep = (1 + w * t) * decay;
    out.rise = t * decay;
    out.pull = -w * w * t * decay;
    out.carry = (1 - w * t) * decay;
  } else if (damping < 1) {
    const decay = Math.exp(-damping * w * t);
    const wd = w * Math.sqrt(1 - damping * damping);
    const c = Math.cos(wd * t);
    const s = Math.sin(wd * t);
    out.keep = decay * (c + ((damping * w) / wd) * s);
    out.rise = (decay * s) / wd;
    out.pull = (-decay * w * w * s) / wd;
    out.carry = decay * (c - ((damping * w) / wd) * s);
  } else {
    const root = w * Math.sqrt(damping * damping - 1);
    const slow = -damping * w + root;
    const fast = -damping * w - root;
    const a = Math.exp(slow * t);
    const b = Math.exp(fast * t);
    out.keep = (slow * b - fast * a) / (slow - fast);
    out.rise = (a - b) / (slow - fast);
    out.pull = (slow * fast * (b - a)) / (slow - fast);
    out.carry = (slow * a - fast * b) / (slow - fast);
  }
  return out;
}
