import { jointOfBone } from '@leib/core';
import { THIRD_PERSON_LAYER } from '@leib/three';
import {
  Line,
  Mesh,
  type Object3D,
  PerspectiveCamera,
  Points,
  Quaternion,
  type Scene,
  Sprite,
  Vector2,
  Vector3,
  type WebGLRenderer,
} from 'three';
import type { StageBody } from './stageBody.js';

/** Size of a portrait, pixels. */
const PORTRAIT = { width: 128, height: 144 };

/** Height of the picture, and its middle above the head's joint, in heights of the head. */
const FRAME = 2.2;
const MIDDLE = 0.05;
const FOV_DEG = 20;

/** After a change of the body, seconds. */
const WAIT_SECONDS = 0.3;

/** What a portrait is drawn with. */
export interface PortraitStage {
  readonly renderer: WebGLRenderer;
  readonly scene: Scene;
  /** Parent of the avatar, scaled to the person. */
  readonly person: Object3D;
}

interface WantedPortrait {
  readonly body: StageBody | null;
  waitSeconds: number;
  readonly resolve: (picture: string | null) => void;
}

/** Takes portraits between two pictures, when the body has moved for a moment. */
export class Portraits {
  readonly #stage: PortraitStage;
  #wanted: WantedPortrait | null = null;

  constructor(stage: PortraitStage) {
    this.#stage = stage;
  }

  /** Resolves with the picture as a data address; with null where the body is changed before. */
  take(body: StageBody | null): Promise<string | null> {
    this.#wanted?.resolve(null);
    return new Promise((resolve) => {
      this.#wanted = { body, waitSeconds: WAIT_SECONDS, resolve };
    });
  }

  /** Before the picture is drawn. `isReady`: it is drawn indeed, and the eyes are open. */
  step(body: StageBody | null, isReady: boolean, dtSeconds: number): void {
    const wanted = this.#wanted;
    if (!wanted) return;
    wanted.waitSeconds -= dtSeconds;
    const isGone = wanted.body === null || wanted.body !== body;
    if (!isGone && (!isReady || wanted.waitSeconds > 0)) return;
    this.#wanted = null;
    wanted.resolve(isGone || !body ? null : drawPortrait(this.#stage, body));
  }
}

/**
 * Draws head and shoulders of the body from the front, without anything else, and returns the picture as a data address. The
 * canvas is used for it: draw the picture itself afterwards, in the same task.
 */
function drawPortrait(stage: PortraitStage, body: StageBody): string {
  const { renderer, scene, person } = stage;
  const { root } = body.avatar;
  const own = new Set<Object3D>();
  root.traverse((child) => void own.add(child));
  const hidden: Object3D[] = [];
  // Lights stay on, wherever they hang.
  scene.traverseVisible((child) => void (isDrawn(child) && !own.has(child) && hidden.push(child)));
  const wasShown = root.visible;
  for (const child of hidden) child.visible = false;
  root.visible = true;
  try {
    return render(renderer, scene, portraitCamera(body, person.scale.x));
  } finally {
    root.visible = wasShown;
    for (const child of hidden) child.visible = true;
  }
}

function isDrawn(child: Object3D): boolean {
  return child instanceof Mesh || child instanceof Line || child instanceof Points || child instanceof Sprite;
}

function render(renderer: WebGLRenderer, scene: Scene, camera: PerspectiveCamera): string {
  const canvas = document.createElement('canvas');
  canvas.width = PORTRAIT.width;
  canvas.height = PORTRAIT.height;
  const full = renderer.domElement;
  const fit = Math.min(1, full.width / canvas.width, full.height / canvas.height);
  const width = Math.floor(canvas.width * fit);
  const height = Math.floor(canvas.height * fit);
  const ratio = renderer.getPixelRatio();
  renderer.setViewport(0, 0, width / ratio, height / ratio);
  renderer.render(scene, camera);
  // WebGL's origin is at the bottom left.
  const source = [0, full.height - height, width, height] as const;
  canvas.getContext('2d')?.drawImage(full, ...source, 0, 0, canvas.width, canvas.height);
  const size = renderer.getSize(new Vector2());
  renderer.setViewport(0, 0, size.x, size.y);
  return canvas.toDataURL('image/webp', 0.85);
}

/** In front of the face, whichever way it looks, level with it. */
function portraitCamera({ avatar, pose, headJoint }: StageBody, scale: number): PerspectiveCamera {
  const { width, height } = PORTRAIT;
  const camera = new PerspectiveCamera(FOV_DEG, width / height, 0.02, 20);
  const rest = avatar.ownSkeleton;
  let restHeight = 0;
  for (let joint = jointOfBone(rest, 'head'); joint >= 0; joint = rest.parents[joint]) {
    restHeight += rest.restOffsets[joint * 3 + 1];
  }
  const headHeight = Math.max(0.05, avatar.report.statureMetres - restHeight) * scale;
  const head = new Vector3().fromArray(pose.worldPositions, headJoint * 3).multiplyScalar(scale);
  const ahead = new Vector3(0, 0, 1).applyQuaternion(new Quaternion().fromArray(pose.worldRotations, headJoint * 4));
  ahead.y = 0;
  if (ahead.lengthSq() < 1e-6) ahead.set(0, 0, 1);
  head.y += MIDDLE * headHeight;
  const away = (FRAME * headHeight) / 2 / Math.tan((FOV_DEG * Math.PI) / 360);
  camera.position.copy(head).addScaledVector(ahead.normalize(), away);
  camera.lookAt(head);
  camera.layers.enable(THIRD_PERSON_LAYER);
  camera.updateMatrixWorld();
  return camera;
}
