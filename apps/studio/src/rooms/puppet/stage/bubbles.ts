import { Vector3 } from 'three';

export interface Bubble {
  readonly position: Vector3;
  readonly velocity: Vector3;
  readonly radius: number;
  age: number;
  /** Pops by itself at this age, seconds. */
  readonly life: number;
  /** 0 whole; grows to 1 while it pops. */
  popped: number;
}

export interface BubblesState {
  readonly bubbles: Bubble[];
  /** Seconds until the next one comes. */
  wait: number;
  /** How many came so far: each is a little different, the same ones every time. */
  count: number;
}

const MOST_BUBBLES = 40;
const EVERY_SECONDS = 0.22;
/** Bubbles rise at this speed, and are slowed to it with this half-life. */
const RISE = 0.16;
const SLOWED = 3;
const POP_SECONDS = 0.12;
/** Just blown, a bubble does not pop at the mouth that it comes from. */
const YOUNG = 0.5;

export function createBubbles(): BubblesState {
  return { bubbles: [], wait: 0, count: 0 };
}

/** Blows bubbles from a mouth along `way`; `size` is the height of the puppet. */
export function blowBubbles(state: BubblesState, from: Vector3, way: Vector3, size: number, dtSeconds: number): void {
  state.wait -= dtSeconds;
  while (state.wait <= 0) {
    state.wait += EVERY_SECONDS;
    if (state.bubbles.length >= MOST_BUBBLES) continue;
    const [a, b, c] = [state.count * 0.618, state.count * 0.754, state.count * 0.569].map((value) => value % 1);
    state.count++;
    const velocity = way.clone().multiplyScalar((0.6 + 0.5 * a) * size);
    velocity.x += (b - 0.5) * 0.4 * size;
    velocity.y += (c - 0.3) * 0.3 * size;
    const radius = (0.022 + 0.035 * b) * size;
    state.bubbles.push({ position: from.clone(), velocity, radius, age: 0, life: 3 + 3 * c, popped: 0 });
  }
}

/** Rises, wobbles and pops: with age, or where `touches` says that something is in the way. */
export function stepBubbles(
  state: BubblesState,
  touches: (position: Vector3, radius: number) => boolean,
  dtSeconds: number,
): void {
  const kept = Math.exp(-SLOWED * dtSeconds);
  for (const bubble of state.bubbles) {
    const { position, velocity } = bubble;
    bubble.age += dtSeconds;
    if (bubble.popped > 0) {
      bubble.popped += dtSeconds / POP_SECONDS;
      continue;
    }
    velocity.multiplyScalar(kept);
    velocity.y += RISE * (1 - kept);
    position.addScaledVector(velocity, dtSeconds);
    position.x += 0.03 * Math.sin(3.1 * bubble.age + bubble.life * 9) * dtSeconds;
    const isTouched = bubble.age > YOUNG && touches(position, bubble.radius);
    if (bubble.age > bubble.life || isTouched) bubble.popped = 1e-3;
  }
  const whole = state.bubbles.filter(({ popped }) => popped < 1);
  state.bubbles.splice(0, state.bubbles.length, ...whole);
}

export interface Crumb {
  readonly position: Vector3;
  readonly velocity: Vector3;
  readonly size: number;
  age: number;
}

const MOST_CRUMBS = 80;
const LIFE_SECONDS = 4;
const PER_BITE = 9;

/** Crumbs of one bite: they fly apart a little and fall. The same ones for the same bite. */
export function spillCrumbs(crumbs: Crumb[], at: Vector3, radius: number, bite: number): void {
  for (let i = 0; i < PER_BITE && crumbs.length < MOST_CRUMBS; i++) {
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
