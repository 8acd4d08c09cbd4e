import { Spherical, Vector3 } from 'three';
import { isOnControl, isTyping } from '../ui/isTyping.js';
import type { CameraRig } from './cameraRig.js';

/** Keys of the camera, by what is held and KeyboardEvent.code. Help lists them (app/keys.ts). */
export const cameraKeys = {
  'Shift+ArrowLeft': 'orbit left',
  'Shift+ArrowRight': 'orbit right',
  'Shift+ArrowUp': 'orbit up',
  'Shift+ArrowDown': 'orbit down',
  'Shift+KeyA': 'move left',
  'Shift+KeyD': 'move right',
  'Shift+KeyW': 'move up',
  'Shift+KeyS': 'move down',
  Equal: 'nearer',
  NumpadAdd: 'nearer',
  Minus: 'farther',
  NumpadSubtract: 'farther',
} as const;

type CameraAction = (typeof cameraKeys)[keyof typeof cameraKeys];

/** Radians per second, shares of the distance per second. */
const ORBIT_SPEED = 1.2;
const MOVE_SPEED = 0.35;
const ZOOM_SPEED = 0.9;

/** Moves the spectator's camera by keys that are held: around what it looks at, sideways and up, nearer and farther. */
export class CameraKeys {
  readonly #rig: CameraRig;
  /** Codes of the keys that are down, and what they do. */
  readonly #held = new Map<string, CameraAction>();
  readonly #listening = new AbortController();
  readonly #offset = new Vector3();
  readonly #spherical = new Spherical();
  readonly #way = new Vector3();

  constructor(rig: CameraRig) {
    this.#rig = rig;
    const { signal } = this.#listening;
    addEventListener('keydown', (event) => this.#press(event), { signal });
    addEventListener('keyup', ({ code, key }) => this.#release(code, key), { signal });
    addEventListener('blur', () => this.#releaseAll(), { signal });
  }

  step(dtSeconds: number): void {
    const { controls, camera } = this.#rig;
    if (this.#held.size === 0 || !controls.enabled) return;
    const orbit = ORBIT_SPEED * dtSeconds;
    const offset = this.#offset.copy(camera.position).sub(controls.target);
    const around = this.#spherical.setFromVector3(offset);
    around.theta -= this.#axis('orbit right', 'orbit left') * orbit;
    around.phi -= this.#axis('orbit up', 'orbit down') * orbit;
    around.phi = Math.min(controls.maxPolarAngle, Math.max(0.05, around.phi));
    around.radius *= Math.exp(-this.#axis('nearer', 'farther') * ZOOM_SPEED * dtSeconds);
    around.radius = Math.min(controls.maxDistance, Math.max(controls.minDistance, around.radius));
    const move = MOVE_SPEED * around.radius * dtSeconds;
    this.#way.setFromMatrixColumn(camera.matrix, 0).multiplyScalar(this.#axis('move right', 'move left') * move);
    this.#way.y += this.#axis('move up', 'move down') * move;
    controls.target.add(this.#way);
    camera.position.copy(controls.target).add(offset.setFromSpherical(around));
  }

  dispose(): void {
    this.#listening.abort();
  }

  #press(event: KeyboardEvent): void {
    const { code, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(target)) return;
    if (code.startsWith('Arrow') && isOnControl(target)) return;
    // "+" needs Shift on some keyboards.
    const key = event.shiftKey && code !== 'Equal' ? `Shift+${code}` : code;
    if (!Object.hasOwn(cameraKeys, key)) return;
    event.preventDefault();
    if (this.#held.has(code)) return;
    this.#held.set(code, cameraKeys[key as keyof typeof cameraKeys]);
    // As a hand on the mouse would: ends the way to another view.
    this.#rig.controls.dispatchEvent({ type: 'start' } as never);
  }

  /** Without Shift its keys mean something else. */
  #release(code: string, key: string): void {
    const isMoving = this.#held.size > 0;
    this.#held.delete(code);
    if (key === 'Shift') {
      for (const [held, action] of this.#held) if (action !== 'nearer' && action !== 'farther') this.#held.delete(held);
    }
    if (isMoving && this.#held.size === 0) this.#rig.controls.dispatchEvent({ type: 'end' } as never);
  }

  #releaseAll(): void {
    for (const code of [...this.#held.keys()]) this.#release(code, '');
  }

  #axis(positive: CameraAction, negative: CameraAction): number {
    const actions = [...this.#held.values()];
    return (actions.includes(positive) ? 1 : 0) - (actions.includes(negative) ? 1 : 0);
  }
}
