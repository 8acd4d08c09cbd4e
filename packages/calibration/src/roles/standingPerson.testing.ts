import { DEG } from '@leib/core';
import { seededRandom } from '@leib/core/testing';
import { normalRandom } from '../jointCentre/jointCentre.testing.js';
import type { RolesInput, StandingTracker } from './roleTypes.js';
import type { TrackerRole } from './trackerRoles.js';

/** Tests only: people who stand in a T-pose or an A-pose with trackers on, sloppily. */

export interface StandingPerson {
  readonly input: RolesInput;
  /** The truth, by id. */
  readonly roles: Readonly<Record<string, TrackerRole>>;
}

/**
 * A person between 1.40 and 2.10 m with proportions of their own, facing any way, looking a little aside, with arms
 * and legs within 5 degrees of what was asked, and trackers strapped on within 5 cm of where they belong.
 */
export function standingPerson(seed: number, worn: readonly TrackerRole[], isAPose = false): StandingPerson {
  const random = seededRandom(seed);
  const uniform = (low: number, high: number) => low + (high - low) * random();
  const sloppy = () => uniform(-5, 5) * DEG;
  const stature = uniform(1.4, 2.1);
  // Parts of stature; spreads as among the people of ANSUR II.
  const part = (mean: number, spread: number) =>
    stature * (mean + spread * Math.max(-2, Math.min(2, normalRandom(random))));
  const shoulder = part(0.108, 0.004);
  const shoulderHeight = part(0.813, 0.008);
  const upperArm = part(0.178, 0.006);
  const forearm = part(0.15, 0.005);
  const hipHalf = part(0.053, 0.003);
  const hipHeight = part(0.52, 0.012);
  const kneeHeight = part(0.28, 0.008);
  const stance = uniform(0, 8) * DEG;
  const armDown = isAPose ? uniform(35, 55) * DEG : 0;
  const lean = { side: sloppy(), ahead: sloppy() };
  const places: Partial<Record<TrackerRole, [number, number, number]>> = {};
  for (const [side, mirror] of [
    ['left', 1],
    ['right', -1],
  ] as const) {
    const [down, ahead] = [armDown + sloppy(), sloppy()];
    const along = (length: number): [number, number, number] => [
      mirror * (shoulder + length * Math.cos(down) * Math.cos(ahead)),
      shoulderHeight - length * Math.sin(down),
      length * Math.sin(ahead),
    ];
    // Worn between a hand's breadth above the elbow and just below it; on the wrist, the hand, or held.
    places[`${side}Elbow`] = along(upperArm * uniform(0.8, 1.1));
    places[`${side}Hand`] = along(upperArm + forearm + stature * uniform(-0.01, 0.06));
    const spread = stance + Math.abs(sloppy());
    const knee = (hipHeight - kneeHeight) * Math.tan(spread);
    places[`${side}Knee`] = [mirror * (hipHalf + knee), kneeHeight + uniform(-0.03, 0.03) * stature, 0.05];
    const foot = hipHeight * Math.tan(spread);
    places[`${side}Foot`] = [mirror * (hipHalf + foot), uniform(0.03, 0.12), uniform(-0.02, 0.1)];
  }
  places.hips = [0, part(0.565, 0.012), uniform(0, 1) < 0.5 ? 0.12 : -0.12];
  places.chest = [0, part(0.735, 0.01), uniform(0, 1) < 0.5 ? 0.12 : -0.12];
  const yaw = uniform(-Math.PI, Math.PI);
  const glance = uniform(-20, 20) * DEG;
  const nod = uniform(-10, 10) * DEG;
  const [x, z] = [uniform(-2, 2), uniform(-2, 2)];
  const floorY = uniform(-1, 1);
  const toWorld = ([px, py, pz]: readonly [number, number, number]): [number, number, number] => {
    // Leaning as a whole about the ankles.
    const [lx, lz] = [px + py * Math.tan(lean.side) * 0.5, pz + py * Math.tan(lean.ahead) * 0.5];
    return [x + Math.cos(yaw) * lx + Math.sin(yaw) * lz, floorY + py, z - Math.sin(yaw) * lx + Math.cos(yaw) * lz];
  };
  const strapped = (place: readonly [number, number, number]) =>
    toWorld(place).map((value) => value + uniform(-0.05, 0.05));
  const order = [...worn].sort(() => random() - 0.5);
  const trackers: StandingTracker[] = order.map((role, i) => ({
    id: `t${i + 1}`,
    place: strapped(places[role] as [number, number, number]),
  }));
  const head = toWorld([0, part(0.925, 0.012), 0.03]);
  const [sy, cy] = [Math.sin((yaw + glance) / 2), Math.cos((yaw + glance) / 2)];
  const [sp, cp] = [Math.sin(nod / 2), Math.cos(nod / 2)];
  return {
    input: { headWorld: [...head, cy * sp, sy * cp, -sy * sp, cy * cp], floorY, trackers },
    roles: Object.fromEntries(order.map((role, i) => [`t${i + 1}`, role])),
  };
}
