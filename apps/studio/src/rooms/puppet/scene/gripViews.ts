import { type PuppetModel, type PuppetState, readChain } from '@leib/puppet';
import { disposeTree } from '@leib/three';
import {
  BufferGeometry,
  type Camera,
  DoubleSide,
  Float32BufferAttribute,
  Group,
  IcosahedronGeometry,
  Mesh,
  MeshBasicMaterial,
  TorusGeometry,
  Vector3,
} from 'three';
import { effectorPointOf, placeOfEffector } from './puppetPoints.js';

const COLOUR = '#ffb454';
type DrawnShell = ReturnType<typeof readChain>['shells'][number];

/** 2000 triangles: edges where two shells meet look round. */
const ball = new IcosahedronGeometry(1, 9).getAttribute('position');

/** Where an inner effector can be while it is dragged: what the chain reaches from its root, and from a tip that is held. */
export class ReachView {
  readonly root = new Group();
  readonly #mesh = new Mesh(
    new BufferGeometry(),
    new MeshBasicMaterial({
      color: COLOUR,
      opacity: 0.06,
      transparent: true,
      depthWrite: false,
      side: DoubleSide,
    }),
  );

  constructor() {
    this.#mesh.frustumCulled = false;
    this.root.add(this.#mesh);
  }

  /** Corners of the triangles that are drawn; none while no inner effector is dragged. */
  get cornerCount(): number {
    return this.#mesh.visible ? this.#mesh.geometry.getAttribute('position').count : 0;
  }

  update({ chains }: PuppetModel, state: PuppetState): void {
    const corners = chains.effectors.flatMap(({ chain, point }, index) => {
      if (!state.chains.effectors[index].isDragged || point >= chains.chains[chain].parts.length) return [];
      const { shells } = readChain(chains, state.chains, chain);
      return reachCorners(shells.filter(({ effector }) => effector === index));
    });
    this.#mesh.visible = corners.length > 0;
    if (corners.length === 0) return;
    this.#mesh.geometry.dispose();
    this.#mesh.geometry = new BufferGeometry().setAttribute('position', new Float32BufferAttribute(corners, 3));
  }

  dispose(): void {
    disposeTree(this.root);
  }
}

/** Triangles of the shells' surfaces that lie inside all of them: the surface of what they have in common. */
export function reachCorners(shells: readonly DrawnShell[]): number[] {
  const corners: number[] = [];
  const triangle = [new Vector3(), new Vector3(), new Vector3()] as const;
  const [middle, away] = [new Vector3(), new Vector3()];
  const isWithin = ({ centreWorld: [x, y, z], min, max }: DrawnShell) => {
    const distance = away.set(x, y, z).distanceTo(middle);
    return distance >= min && distance <= max;
  };
  for (const shell of shells) {
    const others = shells.filter((other) => other !== shell);
    const centre = new Vector3(...shell.centreWorld);
    for (const radius of [shell.max, shell.min].filter((each) => each > 0)) {
      for (let at = 0; at < ball.count; at += 3) {
        for (const [k, corner] of triangle.entries()) {
          corner
            .fromBufferAttribute(ball, at + k)
            .multiplyScalar(radius)
            .add(centre);
        }
        middle.copy(triangle[0]).add(triangle[1]).add(triangle[2]).divideScalar(3);
        if (!others.every(isWithin)) continue;
        for (const { x, y, z } of triangle) corners.push(x, y, z);
      }
    }
  }
  return corners;
}

const RING_COLOUR = { rest: '#4ccbb5', near: '#9fe8da', held: '#ffb454' } as const;
/** Radius of a ring in shares of the puppet's size; an end effector's is larger. */
const RADIUS = { end: 0.045, inner: 0.03 } as const;

/** Rings on what can be dragged: large ones at the ends of chains, small ones within. They face the camera. */
export class EffectorRings {
  readonly root = new Group();
  /** Effectors that are held, and those that a pointer or hand would take. */
  held: ReadonlySet<number> = new Set();
  near: ReadonlySet<number> = new Set();
  #model: PuppetModel | null = null;

  update(model: PuppetModel, state: PuppetState, size: number, camera: Camera): void {
    if (model !== this.#model) this.#build(model, size);
    for (const [effector, child] of this.root.children.entries()) {
      child.visible = placeOfEffector(model, state, effector, child.position) !== null;
      child.quaternion.copy(camera.quaternion);
      const look = this.held.has(effector) ? 'held' : this.near.has(effector) ? 'near' : 'rest';
      (child as Mesh<TorusGeometry, MeshBasicMaterial>).material.color.set(RING_COLOUR[look]);
    }
  }

  #build(model: PuppetModel, size: number): void {
    this.#model = model;
    for (const child of [...this.root.children]) disposeTree(child);
    for (const effector of model.file.effectors) {
      const radius = size * (effectorPointOf(model.file, effector)?.isEnd ? RADIUS.end : RADIUS.inner);
      const material = new MeshBasicMaterial({ depthTest: false, transparent: true, opacity: 0.85 });
      const ring = new Mesh(new TorusGeometry(radius, radius * 0.16, 10, 36), material);
      ring.renderOrder = 8;
      this.root.add(ring);
    }
  }
}
