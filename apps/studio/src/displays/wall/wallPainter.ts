import { type HeadPose, type Wall, type WallsFile, wallPictures } from '@leib/net';
import { configureRenderer } from '@leib/three';
import {
  AdditiveBlending,
  HalfFloatType,
  Mesh,
  OrthographicCamera,
  PlaneGeometry,
  type Scene,
  ShaderMaterial,
  Vector3,
  WebGLRenderer,
  WebGLRenderTarget,
} from 'three';
import { createWallCamera, type WallCamera } from '../wallCamera.js';

type WallPicture = ReturnType<typeof wallPictures>[number];

/** One of the wall's pictures: where it is drawn before it is seen. */
interface PaintedPicture {
  readonly picture: WallPicture;
  readonly target: WebGLRenderTarget;
  readonly eye: WallCamera;
}

/**
 * Draws one wall in two steps, so that all walls change at once: prepare() draws the pictures where they are not seen,
 * present() copies them onto the screen, which takes the same short time on every wall.
 */
export class WallPainter {
  readonly renderer: WebGLRenderer;
  readonly #samples: number;
  #walls: WallsFile | null = null;
  #wall: Wall | null = null;
  #pictures: readonly PaintedPicture[] = [];
  readonly #screen = createScreen();

  constructor(canvas: HTMLCanvasElement, samples: number) {
    this.renderer = new WebGLRenderer({ canvas, antialias: false, powerPreference: 'high-performance' });
    configureRenderer(this.renderer);
    this.renderer.setPixelRatio(1);
    this.renderer.autoClear = false;
    this.#samples = samples;
  }

  /** The cameras of the wall's pictures, the left eye's first. */
  get cameras(): readonly WallCamera[] {
    return this.#pictures.map(({ eye }) => eye);
  }

  /** False: the viewer is behind the wall, or touches it. */
  get isInFront(): boolean {
    return this.#pictures.every(({ eye }) => eye.view.isInFront);
  }

  setWall(walls: WallsFile, wall: Wall): void {
    this.#walls = walls;
    this.#wall = wall;
    for (const { target } of this.#pictures) target.dispose();
    const [width, height] = wall.resolution;
    this.renderer.setSize(width, height, false);
    this.#pictures = wallPictures(wall).map((picture) => ({
      picture,
      target: new WebGLRenderTarget(
        Math.max(1, Math.round(width * picture.area[2])),
        Math.max(1, Math.round(height * picture.area[3])),
        { samples: this.#samples, type: HalfFloatType },
      ),
      eye: createWallCamera(),
    }));
  }

  prepare(scene: Scene, head: HeadPose): void {
    const [walls, wall] = [this.#walls, this.#wall];
    if (walls === null || wall === null) return;
    for (const { picture, target, eye } of this.#pictures) {
      eye.aim(walls, wall, picture.eye, head);
      this.renderer.setRenderTarget(target);
      this.renderer.clear();
      this.renderer.render(scene, eye.camera);
    }
    this.renderer.setRenderTarget(null);
  }

  present(): void {
    const { renderer } = this;
    const [width, height] = this.#wall?.resolution ?? [1, 1];
    renderer.setRenderTarget(null);
    renderer.setViewport(0, 0, width, height);
    renderer.clear();
    for (const { picture, target } of this.#pictures) {
      const [x, y, w, h] = picture.area;
      renderer.setViewport(x * width, y * height, w * width, h * height);
      this.#screen.show(renderer, target, picture.colours);
    }
  }

  dispose(): void {
    for (const { target } of this.#pictures) target.dispose();
    this.#screen.dispose();
    this.renderer.dispose();
  }
}

/** A rectangle that fills the viewport with a picture. Pictures are added up: those of an anaglyph have no colour in common. */
function createScreen() {
  const material = new ShaderMaterial({
    name: 'LeibWallPicture',
    depthTest: false,
    depthWrite: false,
    transparent: true,
    blending: AdditiveBlending,
    uniforms: { picture: { value: null }, colours: { value: new Vector3(1, 1, 1) } },
    vertexShader: /* glsl */ `
      varying vec2 place;
      void main() {
        place = uv;
        gl_Position = vec4(position.xy, 0.0, 1.0);
      }`,
    fragmentShader: /* glsl */ `
      uniform sampler2D picture;
      uniform vec3 colours;
      varying vec2 place;
      void main() {
        gl_FragColor = vec4(texture2D(picture, place).rgb, 1.0);
        #include <tonemapping_fragment>
        #include <colorspace_fragment>
        gl_FragColor.rgb *= colours;
      }`,
  });
  const mesh = new Mesh(new PlaneGeometry(2, 2), material);
  mesh.frustumCulled = false;
  const camera = new OrthographicCamera();
  return {
    show(renderer: WebGLRenderer, { texture }: WebGLRenderTarget, [red, green, blue]: WallPicture['colours']): void {
      material.uniforms.picture.value = texture;
      (material.uniforms.colours.value as Vector3).set(Number(red), Number(green), Number(blue));
      renderer.render(mesh, camera);
    },
    dispose(): void {
      mesh.geometry.dispose();
      material.dispose();
    },
  };
}
