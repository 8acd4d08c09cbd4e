import {
  createPose,
  type HumanoidBone,
  jointOfBone,
  type Pose,
  quat,
  type Skeleton,
  updateWorldPose,
} from '@leib/core';
import { type Avatar, type AvatarRig, configureRenderer } from '@leib/three';
import {
  Box3,
  DirectionalLight,
  HemisphereLight,
  type Object3D,
  PerspectiveCamera,
  Scene,
  Vector3,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';

/** A joint of the file, where it is in the picture: pixels from the upper left corner. */
export interface DrawnJoint {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  /** The joint above it, as a number of the rig; -1 for a root. */
  readonly parent: number;
}

/** A rig, or the avatar made of it, in a picture of its own that is turned by dragging. Draws only on changes. */
export class RigPicture {
  readonly #rig: AvatarRig;
  readonly #renderer: WebGLRenderer;
  readonly #scene = new Scene();
  readonly #camera = new PerspectiveCamera(28, 1, 0.01, 100);
  readonly #controls: OrbitControls;
  readonly #onDraw: (joints: readonly DrawnJoint[]) => void;
  /** What held the model before, and holds it again afterwards. */
  readonly #holder: Object3D | null;
  #avatar: { readonly avatar: Avatar; readonly pose: Pose } | null = null;
  #nodes: readonly (Object3D | undefined)[];
  #width = 1;
  #height = 1;

  /**
   * @param surface gets the pointer: it lies over the canvas
   * @param onDraw is given where the joints are after each drawing
   */
  constructor(
    rig: AvatarRig,
    canvas: HTMLCanvasElement,
    surface: HTMLElement,
    onDraw: (joints: readonly DrawnJoint[]) => void,
  ) {
    this.#rig = rig;
    this.#onDraw = onDraw;
    this.#holder = rig.model.parent;
    this.#renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
    configureRenderer(this.#renderer);
    this.#renderer.shadowMap.enabled = false;
    const sun = new DirectionalLight(0xffffff, 2.2);
    sun.position.set(2, 4, 5);
    this.#scene.add(new HemisphereLight(0xffffff, 0x667788, 2), sun, rig.model);
    this.#nodes = rig.rig.nodes;
    this.#controls = new OrbitControls(this.#camera, surface);
    this.#controls.addEventListener('change', () => this.draw());
    this.#frame(rig.model);
  }

  resize(width: number, height: number): void {
    if (width === 0 || height === 0) return;
    const isFirst = this.#width === 1;
    this.#width = width;
    this.#height = height;
    this.#renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.#renderer.setSize(width, height, false);
    this.#camera.aspect = width / height;
    this.#camera.updateProjectionMatrix();
    if (isFirst) this.#frame(this.#shown);
    else this.draw();
  }

  /** Shows the avatar made of the rig, in the T-pose; null: the rig as it is in the file. The avatar is disposed of here. */
  showAvatar(avatar: Avatar | null): void {
    this.#dropAvatar();
    this.#scene.remove(this.#rig.model);
    if (avatar) {
      this.#avatar = { avatar, pose: createPose(avatar.skeleton) };
      this.#scene.add(avatar.root);
      const byName = new Map<string, Object3D>();
      avatar.root.traverse((node) => byName.set(node.name, node));
      this.#nodes = this.#rig.rig.names.map((name) => byName.get(name));
      this.bend(null, 0);
    } else {
      this.#scene.add(this.#rig.model);
      this.#nodes = this.#rig.rig.nodes;
    }
    this.#frame(this.#shown);
  }

  /** Bends a part of the shown avatar; null: T-pose. */
  bend(part: CheckPart | null, amount: number): void {
    if (!this.#avatar) return;
    const { avatar, pose } = this.#avatar;
    bendPart(avatar.skeleton, part, amount, pose);
    avatar.applyPose(pose);
    this.draw();
  }

  draw(): void {
    this.#scene.updateMatrixWorld(true);
    this.#camera.updateMatrixWorld();
    this.#renderer.render(this.#scene, this.#camera);
    const { names, parents } = this.#rig.rig;
    const place = new Vector3();
    this.#onDraw(
      names.map((name, joint) => {
        const node = this.#nodes[joint];
        if (node) place.setFromMatrixPosition(node.matrixWorld).project(this.#camera);
        const x = node ? ((place.x + 1) / 2) * this.#width : Number.NaN;
        const y = node ? ((1 - place.y) / 2) * this.#height : Number.NaN;
        return { name, x, y, parent: parents[joint] };
      }),
    );
  }

  dispose(): void {
    this.#dropAvatar();
    this.#holder?.add(this.#rig.model);
    this.#controls.dispose();
    this.#renderer.dispose();
    this.#renderer.forceContextLoss();
  }

  get #shown(): Object3D {
    return this.#avatar?.avatar.root ?? this.#rig.model;
  }

  #dropAvatar(): void {
    if (!this.#avatar) return;
    this.#scene.remove(this.#avatar.avatar.root);
    this.#avatar.avatar.dispose();
    this.#avatar = null;
  }

  /** The camera in front of all of it, whatever its unit. */
  #frame(shown: Object3D): void {
    this.#scene.updateMatrixWorld(true);
    const box = new Box3().setFromObject(shown);
    const size = box.getSize(new Vector3());
    const middle = box.getCenter(new Vector3());
    const half = Math.tan((this.#camera.fov * Math.PI) / 360);
    const distance = (Math.max(size.y, size.x / this.#camera.aspect) * 0.55) / half + size.z / 2;
    this.#camera.position.copy(middle).add(new Vector3(distance * 0.12, distance * 0.05, distance));
    this.#camera.near = distance / 100;
    this.#camera.far = distance * 10;
    this.#camera.updateProjectionMatrix();
    this.#controls.target.copy(middle);
    this.#controls.update();
    this.draw();
  }
}

/** Parts that the T-pose check moves one after another. */
export const checkParts = ['left arm', 'right arm', 'left leg', 'right leg', 'head'] as const;
export type CheckPart = (typeof checkParts)[number];

/** Seconds that one part takes to move out and back. */
export const SECONDS_PER_PART = 1.6;

interface Bend {
  readonly bone: HumanoidBone;
  /** Of the T-pose that faces +Z: left is +X. */
  readonly axis: readonly [x: number, y: number, z: number];
  /** Radians at full amount. */
  readonly angle: number;
}

function bendsOf(part: CheckPart): readonly Bend[] {
  if (part === 'head') return [{ bone: 'head', axis: [0, 1, 0], angle: 0.7 }];
  const side = part.startsWith('left') ? 'left' : 'right';
  const sign = side === 'left' ? 1 : -1;
  if (part.endsWith('arm')) {
    return [
      { bone: `${side}UpperArm`, axis: [0, 0, 1], angle: -0.9 * sign },
      { bone: `${side}LowerArm`, axis: [0, 1, 0], angle: -1.4 * sign },
    ];
  }
  return [
    { bone: `${side}UpperLeg`, axis: [1, 0, 0], angle: -1 },
    { bone: `${side}LowerLeg`, axis: [1, 0, 0], angle: 1.2 },
  ];
}

/** Puts a pose into the T-pose with one part bent: 0 not at all, 1 fully. */
export function bendPart(skeleton: Skeleton, part: CheckPart | null, amount: number, pose: Pose): void {
  for (let i = 0; i < pose.localRotations.length; i++) pose.localRotations[i] = i % 4 === 3 ? 1 : 0;
  for (let k = 0; k < 3; k++) pose.rootPosition[k] = skeleton.restOffsets[k];
  for (const { bone, axis, angle } of part === null ? [] : bendsOf(part)) {
    const joint = jointOfBone(skeleton, bone);
    if (joint < 0) continue;
    quat.setAxisAngle(pose.localRotations.subarray(joint * 4, joint * 4 + 4), [...axis], angle * amount);
  }
  updateWorldPose(skeleton, pose);
}

/** Which part moves after so many seconds, and how far it is bent. */
export function checkAt(seconds: number): { readonly part: CheckPart; readonly amount: number } {
  const turns = seconds / SECONDS_PER_PART;
  const part = checkParts[Math.floor(turns) % checkParts.length];
  return { part, amount: Math.sin(Math.PI * (turns % 1)) ** 2 };
}
