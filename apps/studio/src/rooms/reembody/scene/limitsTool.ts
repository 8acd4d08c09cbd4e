import type { HumanoidBone } from '@leib/core';
import { axisNames, type BuiltBody, buildJointDrive, groupOfBone, kindOfBone, type RemotePart } from '@leib/reembody';
import { createJointLimitsView, type JointLimitsView, type LimitHandle } from '@leib/three/reembody';
import { Vector3 } from 'three';
import type { World } from '../../../world/world.js';
import type { JointEdits } from '../settings/jointEdits.js';
import { LimitDrag } from './limitDrag.js';
import { LimitLabels } from './limitLabels.js';

type DrawnJoint = Parameters<JointLimitsView['setJoints']>[0][number];

/** How large limits are drawn, metres: small joints have small ones. */
const FINGER_RADIUS = 0.035;
const END_RADIUS = 0.14;
const RADIUS = 0.21;

/** Limits of the selected joints on the body: drawn, labelled, and moved by their handles. */
export class LimitsTool {
  readonly #view = createJointLimitsView();
  readonly #world: World;
  readonly #edits: JointEdits;
  readonly #selected: () => readonly HumanoidBone[];
  readonly #drag: LimitDrag;
  readonly #labels: LimitLabels;
  #parts: readonly RemotePart[] = [];

  constructor(world: World, edits: JointEdits, selected: () => readonly HumanoidBone[]) {
    this.#world = world;
    this.#edits = edits;
    this.#selected = selected;
    this.#labels = new LimitLabels(world.renderer.domElement);
    this.#drag = new LimitDrag(world, this.#view, {
      begin: () => edits.beginDrag(),
      change: ({ drive, axis, end }: LimitHandle, angle) => edits.dragLimit(drive.bone, axis, end, angle),
      end: () => edits.endDrag(),
      cancel: () => edits.cancelDrag(),
    });
  }

  get root() {
    return this.#view.root;
  }

  /** Redraws after a change of selection, body or limits. Draws the limits of the settings, also before they are simulated. */
  draw({ body }: BuiltBody): void {
    this.#parts = body.parts;
    const { joints } = this.#edits.body;
    const selected = this.#selected();
    this.#view.setJoints(
      this.#parts.flatMap((part, index): DrawnJoint[] => {
        const kind = kindOfBone(part.bone);
        const joint = joints[part.bone];
        if (part.parent < 0 || !kind || !joint || !selected.includes(part.bone)) return [];
        const drive = buildJointDrive(part.bone, kind, index, joint, 0, 0);
        if (!drive) return [];
        return [{ drive, parent: part.parent, boneWay: wayOf(this.#parts, index), radius: radiusOf(part) }];
      }),
    );
    this.#view.mark(this.#drag.held?.handle ?? null);
  }

  update(places: Float64Array, at: number): void {
    this.#view.update(places, at, this.#parts.length);
    const { renderer, rig } = this.#world;
    const held = this.#drag.held?.handle ?? null;
    // In virtual reality the page is not seen.
    const isLabelled = this.#view.root.visible && !renderer.xr.isPresenting;
    this.#labels.update(isLabelled ? this.#view.handles : [], this.#view, held, rig.camera, renderer.domElement);
  }

  /** Where a handle is, the person's metres, by "leftUpperLeg x high"; null where it is not drawn. For tests. */
  handlePlace(name: string): readonly [x: number, y: number, z: number] | null {
    const found = this.#view.handles.find(({ drive, axis, end }) => `${drive.bone} ${axisNames[axis]} ${end}` === name);
    const at = found && this.#view.handlePoint(found, found.angle, new Vector3());
    return at ? this.#world.person.worldToLocal(at).toArray() : null;
  }

  dispose(): void {
    this.#drag.dispose();
    this.#labels.dispose();
    this.#view.dispose();
  }
}

/** Where a part's bone leads at rest: to the next part, or where its mass is. */
function wayOf(parts: readonly RemotePart[], part: number): readonly number[] {
  const next = parts.find(({ parent, bone }) => parent === part && kindOfBone(bone) !== 'thumbMetacarpal');
  return next?.offset ?? parts[part].centre;
}

function radiusOf({ bone }: RemotePart): number {
  const group = groupOfBone(bone);
  if (group.endsWith('Fingers')) return FINGER_RADIUS;
  return group.endsWith('Hand') || group.endsWith('Foot') ? END_RADIUS : RADIUS;
}
