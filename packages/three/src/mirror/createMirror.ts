import {
  type Camera,
  ExtrudeGeometry,
  Group,
  HalfFloatType,
  LinearMipmapLinearFilter,
  Matrix4,
  Mesh,
  MeshStandardMaterial,
  NoColorSpace,
  type Object3D,
  Path,
  PerspectiveCamera,
  Plane,
  type Scene,
  ShaderMaterial,
  Shape,
  ShapeGeometry,
  Vector3,
  type Vector4,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three';
import { disposeTree } from '../disposeTree.js';
import { THIRD_PERSON_LAYER } from '../layers.js';
import { clipAtMirror, findImageWindow, type ImageWindow, reflectCamera } from './reflectCamera.js';

export interface MirrorOptions {
  /** Of the glass, metres. */
  readonly width: number;
  readonly height: number;
  /** Longest side of the reflected image, pixels. It covers the glass only, however small that is on the screen. */
  readonly resolution?: number;
  /** Samples per pixel of the reflected image; 0 turns antialiasing off. */
  readonly samples?: number;
  /** Layers that the mirror sees besides the viewer's. The default shows the head that the wearer does not see. */
  readonly showAlways?: readonly number[];
  /** Width of the rim, metres; 0 leaves the bare glass. */
  readonly frame?: number;
  readonly frameColor?: string;
}

export interface Mirror {
  /** Stands on its lower edge at the origin and faces +Z. */
  readonly root: Object3D;
  /** The reflecting surface alone. */
  readonly glass: Mesh;
  /** A mirror that is switched off shows its last image and costs nothing. */
  isLive: boolean;
  dispose(): void;
}

const cornerRadius = 0.025;

/**
 * A flat mirror. Each time a camera is about to draw the glass, the scene is drawn as that camera's mirror image sees
 * it. In WebXR this happens once per eye, with that eye's own matrices, so the reflection has its true depth.
 */
export function createMirror({
  width,
  height,
  resolution = 1024,
  samples = 4,
  showAlways = [THIRD_PERSON_LAYER],
  frame = 0.018,
  frameColor = '#9aa1ad',
}: MirrorOptions): Mirror {
  const longest = Math.max(width, height);
  const target = new WebGLRenderTarget(
    Math.max(1, Math.round((resolution * width) / longest)),
    Math.max(1, Math.round((resolution * height) / longest)),
    { samples, type: HalfFloatType, generateMipmaps: true, minFilter: LinearMipmapLinearFilter },
  );
  const glassToImage = new Matrix4();
  const glass = new Mesh(createGlassGeometry(width, height), createGlassMaterial(target, glassToImage));
  glass.name = 'mirror glass';
  const root = new Group();
  root.name = 'mirror';
  const body = new Group();
  body.position.y = height / 2 + frame;
  body.add(glass);
  if (frame > 0) body.add(createMirrorFrame(width, height, cornerRadius, frame, frameColor));
  root.add(body);

  let layerMask = 0;
  for (const layer of showAlways) layerMask |= 1 << layer;
  const mirrorCamera = new MirrorCamera();
  const planeWorld = new Plane();
  const normalWorld = new Vector3();
  const pointWorld = new Vector3();
  const window: ImageWindow = { left: -1, right: 1, bottom: -1, top: 1 };

  const mirror: Mirror = {
    root,
    glass,
    isLive: true,
    dispose() {
      target.dispose();
      disposeTree(root);
    },
  };

  glass.onBeforeRender = (renderer, scene, viewer) => {
    // Another mirror is looking: it gets our last image. Mirrors between mirrors would otherwise never end.
    if (viewer instanceof MirrorCamera || !mirror.isLive) return;
    pointWorld.setFromMatrixPosition(glass.matrixWorld);
    normalWorld.setFromMatrixColumn(glass.matrixWorld, 2).normalize();
    planeWorld.setFromNormalAndCoplanarPoint(normalWorld, pointWorld);
    pointWorld.setFromMatrixPosition(viewer.matrixWorld);
    if (planeWorld.distanceToPoint(pointWorld) <= 0) return;
    if (!findImageWindow(window, glass.matrixWorld, width, height, viewer)) return;

    reflectCamera(mirrorCamera, viewer, planeWorld, window);
    mirrorCamera.layers.mask = viewer.layers.mask | layerMask;
    // Clip coordinates -1..1 -> texture coordinates 0..1.
    glassToImage.set(0.5, 0, 0, 0.5, 0, 0.5, 0, 0.5, 0, 0, 0.5, 0.5, 0, 0, 0, 1);
    glassToImage.multiply(mirrorCamera.projectionMatrix).multiply(mirrorCamera.matrixWorldInverse);
    glassToImage.multiply(glass.matrixWorld);
    clipAtMirror(mirrorCamera, planeWorld);

    glass.visible = false;
    renderInside(renderer, scene, viewer, mirrorCamera, target);
    glass.visible = true;
  };
  return mirror;
}

/** Only its matrices are used; the renderer must not compute them anew from the unset position. */
class MirrorCamera extends PerspectiveCamera {
  constructor() {
    super();
    this.matrixAutoUpdate = false;
    this.matrixWorldAutoUpdate = false;
  }
}

/**
 * three.js draws into a headset's target as it draws to the screen, tone mapped and encoded for display, and into any
 * other target in linear light, with shaders of its own for it. An image made as the picture around it is made needs
 * no second set of them: half of the compiling before the first picture.
 */
interface DisplayEncoded {
  isXRRenderTarget?: boolean;
}

/** A drawing within a drawing: everything that the outer one relies on is put back. */
function renderInside(
  renderer: WebGLRenderer,
  scene: Scene,
  viewer: Camera,
  mirrorCamera: PerspectiveCamera,
  target: WebGLRenderTarget & DisplayEncoded,
): void {
  const { xr, shadowMap } = renderer;
  const outerTarget: (WebGLRenderTarget & DisplayEncoded) | null = renderer.getRenderTarget();
  const outerXr = xr.enabled;
  const outerShadowUpdate = shadowMap.autoUpdate;
  const outerSceneUpdate = scene.matrixWorldAutoUpdate;
  // With xr on, the renderer would swap our camera for the headset's. Shadows and matrices are this frame's already.
  xr.enabled = false;
  shadowMap.autoUpdate = false;
  scene.matrixWorldAutoUpdate = false;
  target.isXRRenderTarget = outerTarget === null || outerTarget.isXRRenderTarget === true;
  target.texture.colorSpace = target.isXRRenderTarget ? renderer.outputColorSpace : NoColorSpace;
  renderer.setRenderTarget(target);
  // The outer pass may have left depth writing off, and then a clear does not clear.
  renderer.state.buffers.depth.setMask(true);
  if (!renderer.autoClear) renderer.clear();
  renderer.render(scene, mirrorCamera);
  xr.enabled = outerXr;
  shadowMap.autoUpdate = outerShadowUpdate;
  scene.matrixWorldAutoUpdate = outerSceneUpdate;
  renderer.setRenderTarget(outerTarget);
  const { viewport } = viewer as Camera & { readonly viewport?: Vector4 };
  if (viewport) renderer.state.viewport(viewport);
}

function createGlassGeometry(width: number, height: number): ShapeGeometry {
  return new ShapeGeometry(roundedRectangle(new Shape(), width, height, cornerRadius), 12);
}

function createGlassMaterial(target: WebGLRenderTarget, glassToImage: Matrix4): ShaderMaterial {
  return new ShaderMaterial({
    name: 'LeibMirror',
    uniforms: {
      image: { value: target.texture },
      glassToImage: { value: glassToImage },
      // Silvered glass swallows a little, red first. As display values, like the image.
      tint: { value: new Vector3(0.967, 0.977, 0.979) },
    },
    vertexShader: /* glsl */ `
      uniform mat4 glassToImage;
      varying vec4 imagePoint;
      #include <common>
      #include <logdepthbuf_pars_vertex>
      void main() {
        imagePoint = glassToImage * vec4(position, 1.0);
        gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
        #include <logdepthbuf_vertex>
      }`,
    fragmentShader: /* glsl */ `
      uniform sampler2D image;
      uniform vec3 tint;
      varying vec4 imagePoint;
      #include <logdepthbuf_pars_fragment>
      void main() {
        #include <logdepthbuf_fragment>
        gl_FragColor = vec4(texture2DProj(image, imagePoint).rgb * tint, 1.0);
      }`,
    toneMapped: false,
  });
}

/** Rounded rectangle around the origin, counter-clockwise. */
function roundedRectangle<Outline extends Path>(
  outline: Outline,
  width: number,
  height: number,
  radius: number,
): Outline {
  const [x, y] = [width / 2, height / 2];
  const r = Math.min(radius, x, y);
  outline
    .moveTo(-x + r, -y)
    .lineTo(x - r, -y)
    .absarc(x - r, -y + r, r, -Math.PI / 2, 0, false);
  outline.lineTo(x, y - r).absarc(x - r, y - r, r, 0, Math.PI / 2, false);
  outline.lineTo(-x + r, y).absarc(-x + r, y - r, r, Math.PI / 2, Math.PI, false);
  outline.lineTo(-x, -y + r).absarc(-x + r, -y + r, r, Math.PI, Math.PI * 1.5, false);
  return outline;
}

/** A slim rim around glass of the given size, and a back, so that from behind it is a thing and not a hole. */
function createMirrorFrame(width: number, height: number, radius: number, rim: number, color: string): Group {
  const outer = roundedRectangle(new Shape(), width + 2 * rim, height + 2 * rim, radius + rim);
  outer.holes.push(roundedRectangle(new Path(), width, height, radius));
  const depth = Math.max(0.012, rim * 1.2);
  const rimGeometry = new ExtrudeGeometry(outer, {
    depth,
    bevelEnabled: true,
    bevelSize: rim * 0.15,
    bevelThickness: rim * 0.15,
    bevelSegments: 2,
    curveSegments: 12,
  });
  // The glass is at z = 0; the rim stands a little proud of it.
  rimGeometry.translate(0, 0, -depth * 0.7);
  const material = new MeshStandardMaterial({ color, roughness: 0.45, metalness: 0.1 });
  const back = new ShapeGeometry(roundedRectangle(new Shape(), width + rim, height + rim, radius + rim / 2), 12);
  back.rotateY(Math.PI);
  back.translate(0, 0, -depth * 0.6);
  const frame = new Group();
  frame.name = 'mirror frame';
  for (const geometry of [rimGeometry, back]) {
    // No shadow: the light that falls on a person in front of a mirror comes from behind the mirror.
    frame.add(new Mesh(geometry, material));
  }
  return frame;
}
