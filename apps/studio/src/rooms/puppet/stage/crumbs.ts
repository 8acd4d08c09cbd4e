import { Vector3 } from 'three';

export interface Crumb {
  readonly position: Vector3;
  readonly velocity: Vector3;
  readonly size: number;
  age: number;
}

const MOST = 80;
const LIFE_SECONDS = 4;
const PER_BITE = 9;

/** Crumbs of one bite: they fly apart a little and fall. The same ones for the same bite. */
export function spillCrumbs(crumbs: Crumb[], at: Vector3, radius: number, bite: number): void {
  for (let i = 0; i < PER_BITE && crumbs.length < MOST; i++) {
    const turn = i * 2.4 + bite;
    const out = 0.2 + 0.5 * ((i * 0.618) % 1);
    const way = new Vector3(Math.cos(turn), 0.5 + out, Math.sin(turn));
    const size = radius * (0.05 + 0.09 * ((i * 0.382) % 1));
    const velocity = way.clone().multiplyScalar(0.5 * out);
    crumbs.push({ position: at.clone().addScaledVector(way, 0.3 * radius), velocity, size, age: 0 });
  }
}

export function stepCrumbs(crumbs: Crumb[], floor: number, dtSeconds: number): void {
  for (const crumb of crumbs) {
    crumb.age += dtSeconds;
    crumb.velocity.y -= 9.81 * dtSeconds;
    crumb.position.addScaledVector(crumb.velocity, dtSeconds);
    if (crumb.position.y > floor + crumb.size) continue;
    crumb.position.y = floor + crumb.size;
    crumb.velocity.set(0.4 * crumb.velocity.x, -0.25 * Math.min(0, crumb.velocity.y), 0.4 * crumb.velocity.z);
  }
  const young = crumbs.filter(({ age }) => age < LIFE_SECONDS);
  crumbs.splice(0, crumbs.length, ...young);
}
