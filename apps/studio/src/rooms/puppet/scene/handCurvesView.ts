import { type HandConnection, type PuppetModel, type PuppetState, WHOLE } from '@leib/puppet';
import { disposeTree } from '@leib/three';
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
import { effectorPointOf } from './effectorPoints.js';
import { fingerColour } from './fingerColours.js';
import { pointOfPart } from './partFrames.js';

const STEPS = 20;
const onTop: MeshBasicMaterialParameters = { depthTest: false, transparent: true };

interface FingerCurve {
  readonly tube: Mesh<TubeGeometry, MeshBasicMaterial>;
  readonly tip: Mesh;
  readonly part: number;
  readonly point: readonly [number, number, number];
  readonly wrist: readonly [number, number, number];
  /** Where the finger bends, model space at rest. */
  readonly knuckle: Vector3;
}

/** The virtual hand in the puppet: a wrist for each hand and a curve from it to every part that a finger moves. */
export class HandCurvesView {
  readonly root = new Group();
  readonly #wrists: { readonly ball: Mesh; readonly at: readonly [number, number, number] }[] = [];
  readonly #curves: FingerCurve[] = [];
  #model: PuppetModel | null = null;
  #thickness = 0.003;

  update(model: PuppetModel, state: PuppetState, size: number): void {
    if (model !== this.#model) this.#build(model, size);
    for (const { ball, at } of this.#wrists) pointOfPart(model, state, WHOLE - 1, at, ball.position);
    for (const { tube, tip, part, point, wrist, knuckle } of this.#curves) {
      pointOfPart(model, state, part, point, tip.position);
      const from = pointOfPart(model, state, WHOLE - 1, wrist, new Vector3());
      const middle = pointOfPart(model, state, WHOLE - 1, knuckle.toArray(), new Vector3());
      middle.lerp(from.clone().lerp(tip.position, 0.5), 0.5);
      tube.geometry.dispose();
      const curve = new CatmullRomCurve3([from, middle, tip.position.clone()]);
      tube.geometry = new TubeGeometry(curve, STEPS, this.#thickness, 6);
    }
  }

  dispose(): void {
    disposeTree(this.root);
  }

  #build(model: PuppetModel, size: number): void {
    this.#model = model;
    this.#thickness = size * 0.008;
    for (const child of [...this.root.children]) disposeTree(child);
    this.#wrists.length = this.#curves.length = 0;
    for (const { rotationPoint, connections } of model.file.hands) {
      if (connections.length === 0) continue;
      this.#wrists.push({ ball: this.#ball(size * 0.03, '#ffffff'), at: rotationPoint });
      for (const connection of connections) this.#addCurve(model, connection, rotationPoint, size);
    }
  }

  #addCurve(
    model: PuppetModel,
    connection: HandConnection,
    wrist: readonly [number, number, number],
    size: number,
  ): void {
    const end = endOfConnection(model, connection);
    if (!end) return;
    const colour = fingerColour(connection.finger);
    const tube = new Mesh(new TubeGeometry(), new MeshBasicMaterial({ ...onTop, color: colour }));
    tube.renderOrder = 6;
    tube.frustumCulled = false;
    this.root.add(tube);
    const knuckle = new Vector3(...wrist).lerp(new Vector3(...end.point), 0.5);
    knuckle.y += 0.35 * new Vector3(...wrist).distanceTo(new Vector3(...end.point));
    this.#curves.push({ tube, tip: this.#ball(size * 0.018, colour), wrist, knuckle, ...end });
  }

  #ball(radius: number, color: string): Mesh {
    const ball = new Mesh(new SphereGeometry(radius, 16, 12), new MeshBasicMaterial({ ...onTop, color }));
    ball.renderOrder = 7;
    this.root.add(ball);
    return ball;
  }
}

function endOfConnection({ file }: PuppetModel, connection: HandConnection) {
  if (connection.kind === 'turn') {
    const part = file.parts.findIndex(({ name }) => name === connection.part);
    return part < 0 ? null : { part, point: connection.point };
  }
  const effector = file.effectors.find(({ name }) => name === connection.effector);
  return effector ? effectorPointOf(file, effector) : null;
}
