/** A steady oscillation under a relay, or why there was none. */
export type RelayOutcome =
  | {
      readonly isSteady: true;
      /** Half the distance between the extremes, radians. */
      readonly amplitude: number;
      readonly periodSeconds: number;
      readonly cycles: number;
    }
  | { readonly isSteady: false; readonly reason: string };

export interface RelayParams {
  /** The relay switches only this far beyond the target, radians: without it, it would chatter with the time step. */
  readonly hysteresis: number;
  readonly relayTorque: number;
  readonly low: number;
  readonly high: number;
  /** Steady: so many cycles in a row whose amplitude and period differ by less than this share. */
  readonly steadyCycles: number;
  readonly tolerance: number;
  readonly limitSeconds: number;
  readonly stepSeconds: number;
}

/** One axis that can be pushed and watched: angle relative to the target, radians. */
export interface RelayPlant {
  /** Applies a torque for one step and returns the angle afterwards. */
  step(torque: number): number;
}

/**
 * Drives an axis at full torque against its error, with hysteresis, until it oscillates steadily (Astrom & Hagglund,
 * "Automatic tuning of simple regulators with specifications on phase and amplitude margins", Automatica 20, 1984).
 * It always ends: by a steady oscillation, by leaving the range, or by the time limit.
 */
export function runRelay(plant: RelayPlant, params: RelayParams): RelayOutcome {
  const { hysteresis, relayTorque, low, high, stepSeconds } = params;
  const stepLimit = Math.ceil(params.limitSeconds / stepSeconds);
  const periods: number[] = [];
  const amplitudes: number[] = [];
  let torque = relayTorque;
  let lastUpStep = -1;
  let top = Number.NEGATIVE_INFINITY;
  let bottom = Number.POSITIVE_INFINITY;
  for (let step = 0; step < stepLimit; step++) {
    const angle = plant.step(torque);
    if (!Number.isFinite(angle)) return { isSteady: false, reason: 'the angle was not a number' };
    if (angle <= low || angle >= high) {
      return { isSteady: false, reason: 'the oscillation reached the joint’s limit' };
    }
    top = Math.max(top, angle);
    bottom = Math.min(bottom, angle);
    if (torque > 0 && angle > hysteresis) torque = -relayTorque;
    else if (torque < 0 && angle < -hysteresis) {
      torque = relayTorque;
      if (lastUpStep >= 0) {
        periods.push((step - lastUpStep) * stepSeconds);
        amplitudes.push((top - bottom) / 2);
        if (isSteady(periods, params) && isSteady(amplitudes, params)) {
          return {
            isSteady: true,
            amplitude: meanOfLast(amplitudes, params.steadyCycles),
            periodSeconds: meanOfLast(periods, params.steadyCycles),
            cycles: periods.length,
          };
        }
      }
      lastUpStep = step;
      top = Number.NEGATIVE_INFINITY;
      bottom = Number.POSITIVE_INFINITY;
    }
  }
  const reason = periods.length === 0 ? 'no oscillation' : `no steady oscillation in ${periods.length} cycles`;
  return { isSteady: false, reason: `${reason} within ${params.limitSeconds} s` };
}

/** Ku = 4 d / (pi sqrt(a^2 - h^2)): gain of the describing function of a relay with hysteresis. */
export function ultimateGain(relayTorque: number, amplitude: number, hysteresis: number): number {
  return (4 * relayTorque) / (Math.PI * Math.sqrt(Math.max(amplitude ** 2 - hysteresis ** 2, 1e-12)));
}

function isSteady(values: readonly number[], { steadyCycles, tolerance }: RelayParams): boolean {
  if (values.length < steadyCycles) return false;
  const last = values.slice(-steadyCycles);
  const [least, most] = [Math.min(...last), Math.max(...last)];
  return most - least <= tolerance * most;
}

function meanOfLast(values: readonly number[], count: number): number {
  return values.slice(-count).reduce((sum, value) => sum + value, 0) / count;
}
