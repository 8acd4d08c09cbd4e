/** How gains follow from the ultimate gain Ku and the ultimate period Tu: Kp = a Ku, Kd = Kp b Tu. */
interface Heuristic {
  readonly a: number;
  readonly b: number;
}

/**
 * The drives have no integral part, so of rules for PID controllers it is left out.
 * Ziegler & Nichols, "Optimum settings for automatic controllers", Trans. ASME 64, 1942 (p, pi, pid, pd as commonly
 * quoted); Tyreus & Luyben, "Tuning PI controllers for integrator/dead time processes", Ind. Eng. Chem. Res. 31, 1992;
 * Pessen, "A new look at PID-controller tuning", J. Dyn. Sys. 116, 1994 (and its two rules against overshoot).
 */
export const heuristics = {
  pd: { a: 0.8, b: 1 / 8 },
  zieglerNicholsP: { a: 0.5, b: 0 },
  zieglerNicholsPi: { a: 0.45, b: 0 },
  zieglerNicholsPid: { a: 0.6, b: 1 / 8 },
  tyreusLuybenPi: { a: 1 / 3.2, b: 0 },
  tyreusLuybenPid: { a: 1 / 2.2, b: 1 / 6.3 },
  pessenIntegral: { a: 0.7, b: 0.15 },
  someOvershoot: { a: 1 / 3, b: 1 / 3 },
  noOvershoot: { a: 0.2, b: 1 / 3 },
} as const satisfies Record<string, Heuristic>;

export type HeuristicName = keyof typeof heuristics;

export const heuristicNames = Object.keys(heuristics) as readonly HeuristicName[];

export function gainsOf(name: HeuristicName, ultimateGain: number, ultimatePeriodSeconds: number) {
  const { a, b } = heuristics[name];
  const kp = a * ultimateGain;
  return { kp, kd: kp * b * ultimatePeriodSeconds };
}
