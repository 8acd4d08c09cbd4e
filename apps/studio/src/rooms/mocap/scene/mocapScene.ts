import { bodyFlag } from '@leib/mocap';
import { bodyLook, createJointPointsView, createRigidBodiesView, createSkeletonView, disposeTree } from '@leib/three';
import { POSE_SIZE, quality } from '@leib/tracking';
import { Group, Object3D, Quaternion, Vector3 } from 'three';
import type { KeptTakes } from '../../../files/takes/keptTakes.js';
import type { RoomActs, RoomCard, RoomDoc, RoomScene } from '../../../world/roomScene.js';
import { type StageLabel, StageLabels } from '../../../world/stageLabels.js';
import { PERSON_HEIGHT } from '../../../world/viewpoints.js';
import type { World } from '../../../world/world.js';
import { bodyLabel } from '../bodyWords.js';
import { mocapActions } from '../mocapActions.js';
import { MocapController } from '../mocapController.js';
import type { MocapStore } from '../mocapShape.js';
import { useMocapPanel } from '../mocapTabStore.js';
import { RigStage } from '../rigging/rigStage.js';
import { withJointAt } from '../settings/offsetsFile.js';
import {
  apartIn,
  createFigurePlaces,
  type FigureName,
  figureNames,
  followPerson,
  stepFigurePlaces,
} from './figurePlaces.js';
import { JointDrag } from './jointDrag.js';
import { createOffsetPoints, type OffsetPoints, updateOffsetPoints } from './offsetPoints.js';

/** Distance of the figures from the wearer of a headset, metres. */
const BEFORE_WEARER = 2.6;
/** Seconds for half of the way to another arrangement. */
const MOVE_HALF_LIFE = 0.09;
/** With figures nearer to each other than this, pixels, names of bodies would cover them, and their own names are short. */
const NARROW = 150;

const figureLabels: Readonly<Record<FigureName, { readonly long: string; readonly short: string }>> = {
  bodies: { long: 'What the cameras see', short: 'Seen' },
  joints: { long: 'Joints', short: 'Joints' },
  skeleton: { long: 'Skeleton', short: 'Skeleton' },
  agent: { long: 'Character', short: 'Character' },
};

const card: RoomCard = {
  title: 'From bodies to agents',
  text: 'The figures stand before you: your own body does not move them. Solving, offsets and rigs are set on the page.',
  ...{ figure: [], progress: null, warning: '' },
};

/** The four figures of the room "Mocap", left to right: bodies, joints, skeleton, agent. */
class MocapScene implements RoomScene {
  readonly root = new Group();
  readonly personRoot = new Object3D();
  readonly #world: World;
  readonly #settings: MocapStore;
  readonly controller: MocapController;
  readonly acts: RoomActs = {
    actions: () => mocapActions(this.controller),
    card: () => card,
    openFile: (file) => this.controller.openFile(file),
  };
  readonly #places = createFigurePlaces();
  readonly #figures: Readonly<Record<FigureName, Group>>;
  readonly #bodies = createRigidBodiesView();
  readonly #heldBodies = createRigidBodiesView();
  readonly #joints = createJointPointsView();
  readonly #markers = createJointPointsView();
  readonly #points: OffsetPoints = createOffsetPoints();
  /** The figures; hidden while a mesh is rigged. */
  readonly #row = new Group();
  readonly #rig: RigStage;
  readonly #labels: StageLabels;
  readonly #drag: JointDrag;
  #skeleton: { readonly of: object; readonly view: ReturnType<typeof createSkeletonView> } | null = null;
  #wasPlaying = true;
  #rigged: RoomDoc | null = null;

  constructor(world: World, settings: MocapStore, kept: KeptTakes) {
    this.#world = world;
    this.#settings = settings;
    this.controller = new MocapController(world, settings, kept);
    this.#figures = { bodies: new Group(), joints: new Group(), skeleton: new Group(), agent: new Group() };
    this.#row.add(...Object.values(this.#figures));
    this.#rig = new RigStage(world, this.controller.rigging);
    this.root.add(this.#row, this.#rig.root);
    this.#figures.bodies.add(this.#bodies.root, this.#markers.root);
    this.#figures.joints.add(this.#heldBodies.root, this.#joints.root);
    this.#figures.agent.add(this.controller.agents.root);
    this.#labels = new StageLabels(world);
    this.#drag = this.#createDrag();
    stepFigurePlaces(this.#places, settings.values().arrangement, { apart: apartIn(world.rig.freeRect), extra: 0 }, 1);
  }

  /** A mesh that is rigged stands alone, seen from nearer. */
  get doc(): RoomDoc {
    const { doc } = this.controller;
    if (!this.#isRigging) return doc;
    if (this.#rigged?.actors !== doc.actors) this.#rigged = { ...doc, view: { camera: 'figure' } };
    return this.#rigged;
  }

  get #isRigging(): boolean {
    return this.controller.rigging.store.getState().draft !== null && useMocapPanel.getState().tab === 'rig';
  }

  update(dtSeconds: number): void {
    const { arrangement } = this.#settings.values();
    // In virtual reality the figures stand before the wearer and look at them.
    const isWorn = this.#world.renderer.xr.isPresenting;
    this.root.position.z = isWorn ? BEFORE_WEARER : 0;
    this.root.rotation.y = isWorn ? Math.PI : 0;
    const { size } = this.controller.agents;
    const { rig } = this.#world;
    const room = { apart: apartIn(rig.freeRect), extra: Math.max(0, size - 1) * 0.55 };
    stepFigurePlaces(this.#places, arrangement, room, 1 - 2 ** (-dtSeconds / MOVE_HALF_LIFE));
    rig.setRow({ halfWidth: (3 * room.apart) / 2 + 1.3 * room.extra, height: PERSON_HEIGHT * Math.max(1, size) });
    this.#followActor();
    for (const [i, name] of figureNames.entries()) {
      const { middle, x } = this.#places;
      this.#figures[name].position.set(x[i] - middle.x, 0, -middle.z);
    }
    this.#showBodies();
    this.#showJoints();
    this.#showSkeleton();
    const isRigging = this.#isRigging;
    const labels = isRigging ? [] : this.#listLabels();
    this.#row.visible = !isRigging;
    this.#rig.update(isRigging);
    this.#labels.update(labels, true);
  }

  thingPlace(name: string): readonly [x: number, y: number, z: number] | null {
    const at = this.#placeOf(name);
    if (!at) return null;
    const scale = this.#world.person.scale.x;
    return [at.x / scale, at.y / scale, at.z / scale];
  }

  dispose(): void {
    this.#drag.dispose();
    this.#rig.dispose();
    this.controller.dispose();
    this.#labels.dispose();
    for (const view of [this.#bodies, this.#heldBodies, this.#joints, this.#markers, this.#skeleton?.view])
      view?.dispose();
    disposeTree(this.root);
  }

  /** The middle of the figures' places goes along with an actor who walks away. */
  #followActor(): void {
    const { actor } = this.controller;
    if (actor) followPerson(this.#places, actor.pose.rootPosition[0], actor.pose.rootPosition[2]);
  }

  /** What the tracker says: lost bodies where they were seen last; or the markers, each with a rod to its place on the body. */
  #showBodies(): void {
    const { frame, marked, shown, markers } = this.controller;
    this.#markers.root.visible = shown.kind === 'markers';
    this.#bodies.root.visible = shown.names.length > 0;
    if (shown.kind === 'markers' && markers.fitted) this.#markers.update(markers.fitted.points);
    this.#bodies.marked = marked === null ? -1 : frame.names.indexOf(marked);
    const looks = this.#looks();
    this.#bodies.update(frame.poses, looks, frame.names.length);
  }

  /** The same after filtering, held and predicted ones marked, with the joints that their offsets give. */
  #showJoints(): void {
    const { solver, offsets, shown } = this.controller;
    const isShown = solver !== null && offsets.offsets !== null && shown.names.length > 0;
    this.#figures.joints.visible = isShown;
    if (!isShown || !offsets.offsets) return;
    const { frame } = solver.bodies;
    const looks = Array.from(frame.quality, (grade) =>
      grade === quality.tracked ? bodyLook.seen : grade === quality.lost ? bodyLook.lost : bodyLook.guessed,
    );
    this.#heldBodies.marked = this.#bodies.marked;
    this.#heldBodies.update(frame.poses, looks, frame.names.length);
    updateOffsetPoints(this.#points, offsets.offsets, frame);
    this.#joints.update(this.#points);
  }

  #showSkeleton(): void {
    const { actor } = this.controller;
    this.#figures.skeleton.visible = actor !== null;
    if (!actor) return;
    if (this.#skeleton?.of !== actor.skeleton) {
      this.#skeleton?.view.root.removeFromParent();
      this.#skeleton?.view.dispose();
      this.#skeleton = { of: actor.skeleton, view: createSkeletonView(actor.skeleton) };
      this.#figures.skeleton.add(this.#skeleton.view.root);
    }
    this.#skeleton.view.update(actor.pose);
  }

  /** What the tracker says of each body; amber where the solver does not take it as it is. */
  #looks(): number[] {
    const { frame, solver } = this.controller;
    return frame.names.map((_, body) => {
      if (frame.quality[body] === quality.lost) return bodyLook.lost;
      const isTaken = !solver || (solver.bodies.flags[body] & (bodyFlag.swapped | bodyFlag.returning)) === 0;
      return isTaken ? bodyLook.seen : bodyLook.guessed;
    });
  }

  #listLabels(): StageLabel[] {
    const { showNames, arrangement } = this.#settings.values();
    const labels: StageLabel[] = [];
    const isNarrow = this.#pixelsApart() < NARROW;
    if (arrangement === 'side') {
      const { kind } = this.controller.shown;
      for (const [i, name] of figureNames.entries()) {
        const own = figureLabels[name][isNarrow ? 'short' : 'long'];
        const text = name === 'bodies' && kind === 'markers' ? 'Markers' : own;
        if (kind === 'take' && name === 'bodies') continue;
        if ((kind === 'take' || kind === 'markers') && name === 'joints') continue;
        const at = new Vector3(this.#places.x[i], -0.12, 0.25);
        labels.push({ text, at, kind: 'figure', align: 'middle' });
      }
    }
    const { frame, marked, shown } = this.controller;
    if (shown.names.length === 0) return labels;
    const looks = this.#looks();
    const kinds = { [bodyLook.seen]: 'seen', [bodyLook.guessed]: 'guessed', [bodyLook.lost]: 'lost' } as const;
    for (const [body, name] of frame.names.entries()) {
      const isPointed = name === marked;
      const isLost = looks[body] === bodyLook.lost;
      if (!isPointed && !isLost && (!showNames || isNarrow)) continue;
      // The actor faces the camera: the left side is on the right.
      const align = name.startsWith('left') ? 'start' : name.startsWith('right') ? 'end' : 'middle';
      const at = this.#bodyPlace(body);
      if (align === 'middle') at.y += 0.1;
      labels.push({ text: bodyLabel(name), at, align, kind: kinds[looks[body] as keyof typeof kinds] });
    }
    return labels;
  }

  /** Between two figures of the row, on the screen. */
  #pixelsApart(): number {
    const { rig, renderer } = this.#world;
    const [from, to] = [0, apartIn(rig.freeRect)].map((x) => new Vector3(x, 0.9, 0).project(rig.camera));
    return (Math.abs(to.x - from.x) / 2) * renderer.domElement.clientWidth;
  }

  #bodyPlace(body: number): Vector3 {
    const { poses } = this.controller.frame;
    return new Vector3().fromArray(poses, body * POSE_SIZE).add(this.#figures.bodies.position);
  }

  /** Where a named thing is on the stage: "body:head", "joint:leftElbow", "skeleton:leftHand", "agent:leftHand". */
  #placeOf(name: string): Vector3 | null {
    const [kind, which] = name.split(':');
    const { frame, agents, captured, actor } = this.controller;
    if (kind === 'rig') {
      const point = this.#rig.placeOf(which);
      return point && new Vector3(...point);
    }
    if (kind === 'body') return frame.names.includes(which) ? this.#bodyPlace(frame.names.indexOf(which)) : null;
    if (kind === 'joint') {
      const joint = this.#points.joints.findIndex((point) => point.joint === which);
      const at = new Vector3();
      return joint >= 0 && this.#jointPlace(joint, at) ? at : null;
    }
    const posed = kind === 'agent' ? agents.kind && captured : kind === 'skeleton' ? actor : null;
    const joint = posed ? posed.skeleton.names.indexOf(which) : -1;
    if (!posed || joint < 0) return null;
    const at = new Vector3().fromArray(posed.pose.worldPositions, joint * 3);
    return at.add(this.#figures[kind as FigureName].position);
  }

  #jointPlace(joint: number, out: Vector3): boolean {
    if (!this.#row.visible || !this.#figures.joints.visible || joint >= this.#points.count) return false;
    out.fromArray(this.#points.ends, joint * 6 + 3).add(this.#figures.joints.position);
    return true;
  }

  /** Joints of the second figure can be dragged; the source waits meanwhile, so that they do not run away. */
  #createDrag(): JointDrag {
    const { offsets } = this.controller;
    const timeline = () => this.controller.shown.timeline;
    const goOn = () => {
      const played = timeline();
      if (played) played.isPlaying = this.#wasPlaying;
    };
    return new JointDrag(this.#world, {
      count: () => this.#points.count,
      place: (joint, out) => this.#jointPlace(joint, out),
      mark: (joint) => {
        this.#joints.marked = joint;
      },
      begin: () => {
        const played = timeline();
        this.#wasPlaying = played?.isPlaying ?? true;
        if (played) played.isPlaying = false;
        offsets.beginDrag();
      },
      move: (joint, to) => this.#dragJoint(joint, to),
      end: () => {
        offsets.endDrag();
        goOn();
      },
      cancel: () => {
        offsets.cancelDrag();
        goOn();
      },
    });
  }

  #dragJoint(joint: number, to: Vector3): void {
    const { offsets, solver } = this.controller;
    const { file } = offsets;
    const { body, joint: name } = this.#points.joints[joint] ?? {};
    if (!file || !solver || body === undefined || name === undefined) return;
    const { names, poses } = solver.bodies.frame;
    const at = names.indexOf(body) * POSE_SIZE;
    const turn = new Quaternion().fromArray(poses, at + 3).invert();
    const local = to.clone().sub(this.#figures.joints.position).sub(new Vector3().fromArray(poses, at));
    offsets.drag(withJointAt(file, body, name, local.applyQuaternion(turn).toArray()));
  }
}

export function createMocapScene(world: World, settings: MocapStore, kept: KeptTakes): RoomScene {
  return new MocapScene(world, settings, kept);
}
