import { fingerCurves, type PuppetModel, type PuppetState } from '@leib/puppet';
import {
  CatmullRomCurve3,
  Group,
  Mesh,
  MeshBasicMaterial,
  type MeshBasicMaterialParameters,
  SphereGeometry,
  TubeGeometry,
  Vector3,
} from 'three';
import { fingerColours } from './partColours.js';

const onTop: MeshBasicMaterialParameters = { depthTest: false, transparent: true };
/** Sizes in shares of the puppet's. */
const WRIST = 0.03;
const TIP = 0.018;
const THICKNESS = 0.008;
const MOST_HANDS = 2;

type Ball = Mesh<SphereGeometry, MeshBasicMaterial>;

/** The virtual hands in the puppet: a wrist for each, and a curve from it to everything that a finger moves. */
export class HandCurvesView {
  readonly root = new Group();
  readonly #tubes: Mesh<TubeGeometry, MeshBasicMaterial>[] = [];
  readonly #tips: Ball[] = [];
  readonly #wrists: Ball[] = [];

  constructor() {
    for (let hand = 0; hand < MOST_HANDS; hand++) this.#wrists.push(this.#ball());
  }

  update(model: PuppetModel, state: PuppetState, size: number): void {
    const curves = fingerCurves(model, state);
    while (this.#tubes.length < curves.length) this.#add();
    for (const ball of [...this.#tubes, ...this.#tips, ...this.#wrists]) ball.visible = false;
    for (const [i, { hand, finger, points }] of curves.entries()) {
      const way = Array.from({ length: points.length / 3 }, (_, k) => new Vector3().fromArray(points, k * 3));
      const [tube, tip, wrist] = [this.#tubes[i], this.#tips[i], this.#wrists[hand]];
      tube.geometry.dispose();
      tube.geometry = new TubeGeometry(new CatmullRomCurve3(way), way.length, size * THICKNESS, 6);
      tube.material.color.set(fingerColours[finger]);
      tip.material.color.set(fingerColours[finger]);
      tip.position.copy(way[way.length - 1]);
      tip.scale.setScalar(size * TIP);
      wrist.position.copy(way[0]);
      wrist.scale.setScalar(size * WRIST);
      for (const shown of [tube, tip, wrist]) shown.visible = true;
    }
  }

  #add(): void {
    const tube = new Mesh(new TubeGeometry(), new MeshBasicMaterial(onTop));
    tube.renderOrder = 6;
    tube.frustumCulled = false;
    this.root.add(tube);
    this.#tubes.push(tube);
    this.#tips.push(this.#ball());
  }

  #ball(): Ball {
    const ball = new Mesh(new SphereGeometry(1, 16, 12), new MeshBasicMaterial(onTop));
    ball.renderOrder = 7;
    this.root.add(ball);
    return ball;
  }
}
