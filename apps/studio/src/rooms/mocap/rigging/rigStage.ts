import type { HumanoidBone } from '@leib/core';
import { jointLabel, type MeshRig, type RigPoint, type RigPoints, rigBones } from '@leib/mocap';
import { disposeTree } from '@leib/three';
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  Group,
  InstancedMesh,
  LineBasicMaterial,
  LineSegments,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  Raycaster,
  SphereGeometry,
  Vector3,
} from 'three';
import { type StageLabel, StageLabels } from '../../../world/stageLabels.js';
import type { World } from '../../../world/world.js';
import { JointDrag } from '../scene/jointDrag.js';
import { bendSurface } from './bendSurface.js';
import type { RigController, RigView } from './rigController.js';
import { type RigDraft, shownRigPoints } from './rigDraft.js';

const GIVEN_COLOR = new Color('#ffffff');
const DERIVED_COLOR = new Color('#8b98a8');
const MARKED_COLOR = new Color('#ffb454');
const PLAIN_COLOR = new Color('#b9bec6');
/** Radius of a handle, metres. */
const HANDLE = 0.016;
/** How far names of arm joints stand above them, metres. */
const ABOVE = 0.07;

interface ShownPoint {
  readonly bone: HumanoidBone;
  readonly point: RigPoint;
  readonly isGiven: boolean;
}

/** The mesh on the stage with its points as handles. */
export class RigStage {
  readonly #world: World;
  readonly root = new Group();
  readonly #labels: StageLabels;
  readonly #controller: RigController;
  /** Listens only while the mesh is shown: the room's other figures have joints to drag, too. */
  #drag: JointDrag | null = null;
  readonly #handles = new InstancedMesh(
    new SphereGeometry(1, 16, 12),
    new MeshBasicMaterial({ depthTest: false, transparent: true }),
    rigBones.length,
  );
  readonly #lines = new LineSegments(
    new BufferGeometry(),
    new LineBasicMaterial({ color: '#ffffff', depthTest: false, transparent: true, opacity: 0.7 }),
  );
  readonly #ray = new Raycaster();
  readonly #stopListening: () => void;
  #mesh: Mesh<BufferGeometry, MeshStandardMaterial> | null = null;
  #shown: readonly ShownPoint[] = [];
  #view: RigView;

  constructor(world: World, controller: RigController) {
    this.#world = world;
    this.#controller = controller;
    this.#labels = new StageLabels(world);
    this.#handles.renderOrder = 11;
    this.#lines.renderOrder = 10;
    this.#handles.frustumCulled = false;
    this.#lines.frustumCulled = false;
    this.root.add(this.#handles, this.#lines);
    this.root.visible = false;
    this.#view = controller.store.getState();
    this.#showDraft(this.#view);
    this.#stopListening = controller.store.subscribe((view) => this.#update(view));
  }

  /** Shows the open mesh or hides it; names follow the camera. */
  update(isShown: boolean): void {
    this.root.visible = isShown && this.#mesh !== null;
    if (this.root.visible) this.#drag ??= this.#createDrag();
    else this.#stopDrag();
    const labels = this.root.visible && this.#handles.visible ? this.#listLabels() : [];
    this.#labels.update(labels);
  }

  /** Where a point is, metres; null where there is none. */
  placeOf(bone: string): RigPoint | null {
    return this.#shown.find((shown) => shown.bone === bone)?.point ?? null;
  }

  dispose(): void {
    this.#stopListening();
    this.#stopDrag();
    this.#labels.dispose();
    disposeTree(this.root);
  }

  #createDrag(): JointDrag {
    const controller = this.#controller;
    return new JointDrag(this.#world, {
      count: () => this.#shown.length,
      place: (joint, out) => {
        if (!this.#handles.visible) return false;
        out.fromArray(this.#shown[joint].point);
        return true;
      },
      mark: (joint) => controller.show({ marked: this.#shown[joint]?.bone ?? null }),
      begin: () => {},
      move: (joint, to) => controller.move(this.#shown[joint].bone, this.#insideLimb(to)),
      end: () => controller.endMove(),
      cancel: () => controller.cancelMove(),
    });
  }

  #stopDrag(): void {
    this.#drag?.dispose();
    this.#drag = null;
  }

  #update(view: RigView): void {
    const before = this.#view;
    this.#view = view;
    if (view.draft !== before.draft) {
      this.#showDraft(view);
      return;
    }
    if (view.rig !== before.rig || view.showsSegments !== before.showsSegments) this.#paint(view);
    if (view.bends !== before.bends || view.rig !== before.rig) this.#bend(view);
    const isMoved = view.points !== before.points || view.marked !== before.marked || view.rig !== before.rig;
    if (isMoved) this.#showPoints(view);
  }

  #showDraft(view: RigView): void {
    if (this.#mesh) {
      this.#mesh.removeFromParent();
      this.#mesh.geometry.dispose();
      this.#mesh.material.dispose();
      this.#mesh = null;
    }
    this.#shown = [];
    if (view.draft === null) return;
    this.#mesh = createMesh(view.draft);
    this.root.add(this.#mesh);
    this.#paint(view);
    this.#bend(view);
    this.#showPoints(view);
  }

  /** Each segment in a colour of its own. */
  #paint({ rig, showsSegments }: RigView): void {
    if (!this.#mesh) return;
    const colors = this.#mesh.geometry.getAttribute('color') as BufferAttribute;
    const palette = rig && showsSegments ? rig.bones.map((_, bone) => segmentColor(bone)) : null;
    for (let vertex = 0; vertex < colors.count; vertex++) {
      const color = palette && rig ? palette[rig.segments[vertex]] : PLAIN_COLOR;
      colors.setXYZ(vertex, color.r, color.g, color.b);
    }
    colors.needsUpdate = true;
  }

  #bend({ draft, rig, bends }: RigView): void {
    if (!this.#mesh || !draft) return;
    const isBent = rig !== null && (bends.elbows !== 0 || bends.knees !== 0);
    const positions = this.#mesh.geometry.getAttribute('position') as BufferAttribute;
    positions.array.set(isBent ? bendSurface(draft.surface, rig, bends) : draft.surface.positions);
    positions.needsUpdate = true;
    this.#mesh.geometry.computeVertexNormals();
    this.#mesh.geometry.boundingSphere = null;
    this.#handles.visible = !isBent;
    this.#lines.visible = !isBent;
  }

  #showPoints({ draft, points, marked }: RigView): void {
    if (!draft) return;
    const all = shownRigPoints(draft, points.present);
    this.#shown = rigBones.flatMap((bone): ShownPoint[] => {
      const point = all[bone];
      return point ? [{ bone, point, isGiven: points.present[bone] !== undefined }] : [];
    });
    const matrix = new Matrix4();
    this.#shown.forEach(({ bone, point: [x, y, z], isGiven }, i) => {
      const size = HANDLE * (isGiven ? 1 : 0.7) * (bone === marked ? 1.4 : 1);
      this.#handles.setMatrixAt(i, matrix.makeScale(size, size, size).setPosition(x, y, z));
      this.#handles.setColorAt(i, bone === marked ? MARKED_COLOR : isGiven ? GIVEN_COLOR : DERIVED_COLOR);
    });
    this.#handles.count = this.#shown.length;
    this.#handles.instanceMatrix.needsUpdate = true;
    if (this.#handles.instanceColor) this.#handles.instanceColor.needsUpdate = true;
    const ends = this.#view.rig ? boneEnds(this.#view.rig, all) : new Float32Array();
    this.#lines.geometry.setAttribute('position', new BufferAttribute(ends, 3));
  }

  #listLabels(): StageLabel[] {
    const { draft, marked } = this.#view;
    return this.#shown
      .filter(({ bone, isGiven }) => isGiven || bone === marked)
      .map(({ bone, point }): StageLabel => {
        const at = new Vector3(...point);
        const isOnArm = /UpperArm|LowerArm|Hand$/.test(bone);
        // Arms may lie along the line of the text: their names stand above.
        if (isOnArm) at.y += ABOVE;
        const align = isOnArm ? 'middle' : point[0] < (draft?.middle ?? 0) - 0.02 ? 'end' : 'start';
        return { text: jointLabel(bone), at, kind: bone === marked ? 'guessed' : 'seen', align };
      });
  }

  /** Where the line of sight through a point enters the limb and leaves it, the joint goes in the middle. */
  #insideLimb(to: Vector3): RigPoint {
    const eye = this.#world.rig.camera.getWorldPosition(new Vector3());
    this.#ray.set(eye, to.clone().sub(eye).normalize());
    const hits = this.#mesh ? this.#ray.intersectObject(this.#mesh, false) : [];
    if (hits.length < 2) return [to.x, to.y, to.z];
    const { x, y, z } = hits[0].point.clone().lerp(hits[1].point, 0.5);
    return [x, y, z];
  }
}

function createMesh({ surface }: RigDraft): Mesh<BufferGeometry, MeshStandardMaterial> {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(Float32Array.from(surface.positions), 3));
  geometry.setAttribute('color', new BufferAttribute(new Float32Array(surface.positions.length), 3));
  geometry.setIndex(new BufferAttribute(surface.triangles, 1));
  const mesh = new Mesh(geometry, new MeshStandardMaterial({ vertexColors: true, side: DoubleSide, roughness: 0.8 }));
  mesh.castShadow = true;
  return mesh;
}

/** Neighbours in the list of bones get colours that lie far apart on the circle. */
function segmentColor(bone: number): Color {
  return new Color().setHSL((bone * 0.382) % 1, 0.5, 0.62);
}

function boneEnds({ bones, parents }: MeshRig, points: RigPoints): Float32Array {
  return Float32Array.from(
    bones.flatMap((bone, b) => {
      const [to, from] = [points[bone], parents[b] < 0 ? undefined : points[bones[parents[b]]]];
      return to && from ? [...from, ...to] : [];
    }),
  );
}
