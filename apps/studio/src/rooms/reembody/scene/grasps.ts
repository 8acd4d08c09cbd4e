import {
  type BuiltBody,
  nearestGraspableInFrame,
  OBJECT_SIZE,
  outputAt,
  type RemotePart,
  type WorldObject,
} from '@leib/reembody';
import { Vector3 } from 'three';
import type { World } from '../../../world/world.js';
import { boneLabel } from '../settings/boneLabel.js';
import type { ObjectsView } from './objectsView.js';
import './grasps.css';

const middle = new Float64Array(3);

/** Highlights and labels what the remote hands would take if they closed now, and what they hold. */
export class Grasps {
  readonly #world: World;
  readonly #view: ObjectsView;
  readonly #objects: () => readonly WorldObject[];
  /** One for each hand. */
  readonly #labels: readonly HTMLElement[];
  readonly #at = new Vector3();
  /** Hands that hold a thing, or would take one. */
  readonly isTaking = { left: false, right: false };
  /** What hands hold, by its number, or -1. */
  readonly #held = [-1, -1];

  constructor(world: World, view: ObjectsView, objects: () => readonly WorldObject[]) {
    this.#world = world;
    this.#view = view;
    this.#objects = objects;
    this.#labels = ['left', 'right'].map((side) => {
      const label = document.createElement('span');
      label.className = 'grasp-label';
      label.dataset.hand = side;
      label.hidden = true;
      world.renderer.domElement.after(label);
      return label;
    });
  }

  /** @param hovered the thing below the pointer, by its number, or -1 */
  update({ body, layout, frame }: BuiltBody, output: Float64Array, hovered: number): void {
    this.#view.clearMarks();
    if (hovered >= 0) this.#view.mark(hovered, 'near');
    for (let side = 0; side < 2; side++) {
      const held = output[layout.output + (side === 0 ? outputAt.leftHeld : outputAt.rightHeld)];
      if (held !== this.#held[side]) this.#log(side, held);
      const object = held >= 0 ? held : this.#near(side, body.parts, output, layout.places, frame.objects);
      this.isTaking[side === 0 ? 'left' : 'right'] = object >= 0;
      if (object >= 0) this.#view.mark(object, held >= 0 ? 'held' : 'near');
      this.#say(side, object, held >= 0, output, frame.objects + object * OBJECT_SIZE);
    }
  }

  /** A thing that a hand takes, or lets go, is in the stage's log. */
  #log(side: number, held: number): void {
    const what = this.#objects()[held < 0 ? this.#held[side] : held]?.name ?? null;
    this.#held[side] = held;
    const hand = side === 0 ? 'left' : 'right';
    this.#world.stage.log({ log: 'holding', data: { hand, what, isHeld: held >= 0 } });
  }

  dispose(): void {
    for (const label of this.#labels) label.remove();
  }

  /** What a hand would take, by its number, or -1. */
  #near(side: number, parts: readonly RemotePart[], output: Float64Array, placesAt: number, objectsAt: number): number {
    const bone = side === 0 ? 'leftHand' : 'rightHand';
    for (let part = 0; part < parts.length; part++) {
      if (parts[part].bone !== bone) continue;
      middleOf(parts[part], output, placesAt + part * 7);
      return nearestGraspableInFrame(this.#objects(), output, objectsAt, middle);
    }
    return -1;
  }

  #say(side: number, object: number, isHeld: boolean, output: Float64Array, at: number): void {
    const label = this.#labels[side];
    const { renderer, rig, person } = this.#world;
    label.hidden = object < 0 || renderer.xr.isPresenting;
    if (label.hidden) return;
    const name = boneLabel(this.#objects()[object]?.name ?? '');
    const text = isHeld ? `${name}: held` : `${name}: hold G to take it`;
    if (label.textContent !== text) label.textContent = text;
    const { clientWidth: width, clientHeight: height } = renderer.domElement;
    person.localToWorld(this.#at.set(output[at], output[at + 1], output[at + 2])).project(rig.camera);
    const [x, y] = [((this.#at.x + 1) / 2) * width, ((1 - this.#at.y) / 2) * height];
    label.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) translate(-50%, 26px)`;
  }
}

/** The middle of a part's mass, which a hand grasps about; its joint's position and rotation stand at `at`. */
function middleOf({ centre }: RemotePart, places: Float64Array, at: number): void {
  const qx = places[at + 3];
  const qy = places[at + 4];
  const qz = places[at + 5];
  const qw = places[at + 6];
  const tx = 2 * (qy * centre[2] - qz * centre[1]);
  const ty = 2 * (qz * centre[0] - qx * centre[2]);
  const tz = 2 * (qx * centre[1] - qy * centre[0]);
  middle[0] = places[at] + centre[0] + qw * tx + qy * tz - qz * ty;
  middle[1] = places[at + 1] + centre[1] + qw * ty + qz * tx - qx * tz;
  middle[2] = places[at + 2] + centre[2] + qw * tz + qx * ty - qy * tx;
}
