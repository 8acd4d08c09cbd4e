import { OBJECT_SIZE, type WorldObject } from '@leib/reembody';
import { disposeTree, type StageTheme } from '@leib/three';
import {
  BoxGeometry,
  type BufferGeometry,
  Color,
  CylinderGeometry,
  Group,
  Mesh,
  MeshStandardMaterial,
  Quaternion,
  type Raycaster,
  SphereGeometry,
  Vector3,
} from 'three';

/** What stands fast takes the stage's own tone; what moves has a colour. */
const fastColors: Readonly<Record<StageTheme, string>> = { dark: '#56616d', light: '#b9c3cc' };
const colors = { box: '#d98f5c', ball: '#e4576b', door: '#6d8fc7', button: '#e5484d' } as const;
const pressedColor = new Color('#46d27a');
const restColor = new Color(colors.button);
/** A glow over the thing's own colour: a hand is near enough to take it, or has it. */
const glows = { near: new Color('#1f8f7d'), held: new Color('#c98a1e'), none: new Color('#000000') } as const;
/** A pressed button lights up. */
const litColor = new Color('#1d7a3f');

export interface PickedThing {
  readonly object: number;
  readonly point: Vector3;
  readonly pointLocal: Vector3;
  readonly distance: number;
}

/** The room's things, each where the simulation has it. */
export interface ObjectsView {
  readonly root: Group;
  /** Shows other things. */
  setObjects(objects: readonly WorldObject[]): void;
  setTheme(theme: StageTheme): void;
  /** Draws a thing somewhere else until it is simulated there, its own middle in the person's metres; null ends that. */
  preview(object: number, place: Vector3 | null): void;
  update(frame: Float64Array, at: number): void;
  /** Lets a thing glow, by its number, and ends all glowing. */
  mark(object: number, why: 'near' | 'held'): void;
  clearMarks(): void;
  /** The thing that a ray meets first, by its number, and where: world space, and in the thing's own. */
  pick(ray: Raycaster): PickedThing | null;
  /** Where a point of a thing's own space is now, world space. */
  pointOf(object: number, pointLocal: Vector3, out: Vector3): Vector3;
  dispose(): void;
}

export function createObjectsView(objects: readonly WorldObject[]): ObjectsView {
  const root = new Group();
  root.name = 'things to touch';
  let shown: readonly ReturnType<typeof createThing>[] = [];
  let shownTheme: StageTheme = 'dark';
  let moved: { readonly object: number; readonly place: Vector3 } | null = null;
  function setObjects(next: readonly WorldObject[]): void {
    for (const { holder } of shown) {
      holder.removeFromParent();
      disposeTree(holder);
    }
    shown = next.map((object) => createThing(object));
    for (const { holder } of shown) root.add(holder);
    moved = null;
    setTheme(shownTheme);
  }
  function setTheme(theme: StageTheme): void {
    shownTheme = theme;
    for (const { object, material } of shown) {
      if (object.kind === 'box' && object.mass === null) material.color.set(fastColors[theme]);
    }
  }
  setObjects(objects);
  return {
    root,
    setObjects,
    setTheme,
    preview(object, place) {
      moved = place && { object, place };
    },
    update(frame, at) {
      for (let i = 0; i < shown.length; i++) {
        const p = at + i * OBJECT_SIZE;
        const { holder, material, object } = shown[i];
        holder.position.set(frame[p], frame[p + 1], frame[p + 2]);
        holder.quaternion.set(frame[p + 3], frame[p + 4], frame[p + 5], frame[p + 6]);
        if (moved?.object === i) holder.position.copy(moved.place);
        if (object.kind === 'button') {
          const isPressed = frame[p + 7] > object.travel / 2;
          material.color.copy(isPressed ? pressedColor : restColor);
          material.emissive.copy(isPressed ? litColor : glows.none);
        }
      }
    },
    mark(object, why) {
      shown[object]?.material.emissive.copy(glows[why]);
    },
    clearMarks() {
      for (let i = 0; i < shown.length; i++) {
        if (shown[i].object.kind !== 'button') shown[i].material.emissive.copy(glows.none);
      }
    },
    pick(ray) {
      const hit = ray.intersectObject(root, true)[0];
      if (hit === undefined) return null;
      const object = shown.findIndex(({ mesh }) => mesh === hit.object);
      const pointLocal = shown[object].holder.worldToLocal(hit.point.clone());
      return { object, point: hit.point, pointLocal, distance: hit.distance };
    },
    pointOf(object, pointLocal, out) {
      const { holder } = shown[object];
      holder.updateWorldMatrix(true, false);
      return holder.localToWorld(out.copy(pointLocal));
    },
    dispose: () => disposeTree(root),
  };
}

function createThing(object: WorldObject) {
  const holder = new Group();
  holder.name = object.name;
  const isFast = object.kind === 'box' && object.mass === null;
  const color = object.kind === 'floor' || isFast ? fastColors.dark : colors[object.kind];
  const material = new MeshStandardMaterial({ color, roughness: 0.75 });
  const mesh = new Mesh(geometryOf(object), material);
  mesh.castShadow = true;
  mesh.receiveShadow = true;
  mesh.visible = object.kind !== 'floor';
  if (object.kind === 'floor') holder.position.y = object.height;
  else holder.position.set(...object.position);
  if (object.kind === 'door') {
    holder.position.x -= object.size[0] / 2;
    mesh.position.x = object.size[0] / 2;
  }
  if (object.kind === 'button') {
    mesh.quaternion.copy(new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), new Vector3(...object.outward)));
  }
  if (object.kind !== 'floor') holder.add(mesh);
  return { object, holder, mesh, material };
}

function geometryOf(object: WorldObject): BufferGeometry {
  switch (object.kind) {
    case 'ball':
      return new SphereGeometry(object.radius, 32, 20);
    case 'box':
    case 'door':
      return new BoxGeometry(...object.size);
    case 'button':
      return new CylinderGeometry(object.radius, object.radius, object.travel, 32);
    case 'floor':
      return new BoxGeometry(0.01, 0.01, 0.01);
  }
}
