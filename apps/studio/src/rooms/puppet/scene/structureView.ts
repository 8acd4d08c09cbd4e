import {
  endOf,
  type PuppetFile,
  type PuppetModel,
  type PuppetPart,
  type PuppetState,
  pivotOf,
  sortParts,
} from '@leib/puppet';
import { disposeTree } from '@leib/three';
import {
  BoxGeometry,
  BufferGeometry,
  Color,
  type ColorRepresentation,
  CylinderGeometry,
  EdgesGeometry,
  Float32BufferAttribute,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  Quaternion,
  SphereGeometry,
  Vector3,
} from 'three';
import { followPart, pointOfPart } from './puppetPoints.js';

const SELECTED = '#ffb454';
const UP = new Vector3(0, 1, 0);

/** Bones, boxes and their influence, where the parts are now. */
export class StructureView {
  readonly root = new Group();
  readonly #colourOf: (part: number) => ColorRepresentation;
  #file: PuppetFile | null = null;
  #selected: string | null = null;

  /** @param colourOf colour of a part, by its number */
  constructor(colourOf: (part: number) => ColorRepresentation) {
    this.root.name = 'structure';
    this.#colourOf = colourOf;
  }

  /** @param file what is drawn: the model's own file, or one that is being edited and not built yet */
  update(model: PuppetModel, state: PuppetState, selected: string | null, file: PuppetFile = model.file): void {
    if (file !== this.#file || selected !== this.#selected) this.#build(file, selected);
    for (const [i, group] of this.root.children.entries()) {
      const part = model.file.parts.findIndex(({ name }) => name === file.parts[i].name);
      followPart(group, state, part);
      if (file !== model.file) pointOfPart(model, state, part, pivotOf(file.parts[i]), group.position);
    }
  }

  #build(file: PuppetFile, selected: string | null): void {
    this.#file = file;
    this.#selected = selected;
    for (const child of [...this.root.children]) disposeTree(child);
    // Colours go by the model's order: parents first.
    const order = sortParts(file.parts);
    for (const part of file.parts) {
      const isSelected = part.name === selected;
      const colour = new Color(isSelected ? SELECTED : this.#colourOf(order.indexOf(part)));
      this.root.add(drawPart(part, colour, isSelected));
    }
  }
}

/** A part relative to its pivot. Drawn over the surface that it lies in. */
function drawPart(part: PuppetPart, colour: Color, isSelected: boolean): Group {
  const group = new Group();
  const pivot = new Vector3(...pivotOf(part));
  const { shape } = part;
  const end = new Vector3(...endOf(part)).sub(pivot);
  const solid = new MeshLambertMaterial({ color: colour, depthTest: false, transparent: true });
  const thickness = Math.max(end.length() * 0.06, 0.002);
  group.add(new Mesh(new SphereGeometry(thickness * 1.25, 16, 12), solid));
  if (shape.kind === 'bone') {
    group.add(boneMesh(end, thickness, solid));
    const shell = new MeshBasicMaterial({
      color: colour,
      wireframe: true,
      transparent: true,
      opacity: isSelected ? 0.4 : 0.13,
      depthWrite: false,
    });
    const influence = new Mesh(superellipsoidGeometry(shape.influence), shell);
    influence.position.set(...shape.influence.centre).sub(pivot);
    influence.quaternion.set(...shape.influence.rotation);
    group.add(influence);
  } else {
    const [x, y, z] = shape.halfSize;
    const edges = new EdgesGeometry(new BoxGeometry(2 * x, 2 * y, 2 * z));
    const box = new LineSegments(edges, new LineBasicMaterial({ color: colour, depthTest: false, transparent: true }));
    box.position.set(...shape.centre).sub(pivot);
    box.quaternion.set(...shape.rotation);
    group.add(box);
  }
  for (const child of group.children) child.renderOrder = 5;
  return group;
}

/** Thick where it turns, thin at its end. */
function boneMesh(end: Vector3, thickness: number, material: MeshLambertMaterial): Mesh {
  const length = end.length();
  const mesh = new Mesh(new CylinderGeometry(thickness * 0.3, thickness, length, 8), material);
  mesh.position.copy(end).multiplyScalar(0.5);
  if (length > 0) mesh.quaternion.copy(new Quaternion().setFromUnitVectors(UP, end.clone().divideScalar(length)));
  return mesh;
}

type Superellipsoid = Extract<PuppetPart['shape'], { kind: 'bone' }>['influence'];

const AROUND = 28;
const ALONG = 16;

/** The surface r = 1 of a superellipsoid around its centre, in its own frame. */
function superellipsoidGeometry({ reach, e, n }: Superellipsoid): BufferGeometry {
  const positions: number[] = [];
  const indices: number[] = [];
  for (let i = 0; i <= ALONG; i++) {
    const up = (i / ALONG - 0.5) * Math.PI;
    for (let j = 0; j <= AROUND; j++) {
      const around = (j / AROUND) * 2 * Math.PI;
      const across = power(Math.cos(up), n);
      const x = across * power(Math.cos(around), e);
      const y = across * power(Math.sin(around), e);
      const z = power(Math.sin(up), n);
      positions.push(
        x * (x > 0 ? reach.right : reach.left),
        y * (y > 0 ? reach.up : reach.down),
        z * (z > 0 ? reach.front : reach.back),
      );
      if (i === ALONG || j === AROUND) continue;
      const at = i * (AROUND + 1) + j;
      indices.push(at, at + 1, at + AROUND + 1, at + 1, at + AROUND + 2, at + AROUND + 1);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(positions, 3));
  geometry.setIndex(indices);
  geometry.computeVertexNormals();
  return geometry;
}

function power(value: number, exponent: number): number {
  return Math.sign(value) * Math.abs(value) ** exponent;
}
