import {
  BackSide,
  CircleGeometry,
  Color,
  DirectionalLight,
  Group,
  HemisphereLight,
  LinearToneMapping,
  Mesh,
  MeshLambertMaterial,
  type Object3D,
  PCFShadowMap,
  ShaderMaterial,
  SphereGeometry,
  SRGBColorSpace,
  type WebGLRenderer,
} from 'three';
import { disposeTree } from '../disposeTree.js';

/** Colours are sRGB hex, intensities three.js' physical units. */
interface StageLook {
  readonly zenith: string;
  readonly horizon: string;
  /** Below the horizon, where the floor has faded out. */
  readonly ground: string;
  readonly floor: string;
  readonly grid: string;
  readonly gridOpacity: number;
  readonly skyLight: string;
  readonly groundLight: string;
  readonly hemisphereIntensity: number;
  readonly keyLight: string;
  readonly keyIntensity: number;
  readonly rimLight: string;
  readonly rimIntensity: number;
  /** How dark the shadow is, 0 to 1. */
  readonly shadowIntensity: number;
}

export type StageTheme = 'light' | 'dark';

/** Sky and key together put at most 1 on white (their sum over pi), so that nothing clips without tone mapping. */
const stageLooks: Readonly<Record<StageTheme, StageLook>> = {
  light: {
    zenith: '#e3e8ee',
    horizon: '#f3f5f8',
    ground: '#e9ecf1',
    floor: '#e0e5ec',
    grid: '#8b96a8',
    gridOpacity: 0.32,
    skyLight: '#ffffff',
    groundLight: '#c4beb4',
    hemisphereIntensity: 1.35,
    keyLight: '#fff1de',
    keyIntensity: 1.8,
    rimLight: '#dbe8ff',
    rimIntensity: 0.6,
    shadowIntensity: 0.7,
  },
  dark: {
    zenith: '#0f1116',
    horizon: '#232831',
    ground: '#16191f',
    floor: '#3d434d',
    grid: '#9fb0cf',
    gridOpacity: 0.22,
    skyLight: '#dbe2ee',
    groundLight: '#55504a',
    hemisphereIntensity: 1.05,
    keyLight: '#ffe8cf',
    keyIntensity: 1.8,
    rimLight: '#e8eefb',
    rimIntensity: 1.35,
    shadowIntensity: 0.8,
  },
};

export interface SceneryOptions {
  readonly theme: StageTheme;
  /** Side of the shadow map, pixels. 1024 serves a headset's own GPU; 0 draws no shadows. */
  readonly shadowSize?: number;
  /** Where the floor has dissolved into the background, metres. */
  readonly floorRadius?: number;
}

/** Floor and backdrop, or less. */
export type ShownScenery = 'all' | 'backdrop' | 'nothing';

export interface Scenery {
  /** Floor, lights and backdrop. The floor is y = 0. */
  readonly root: Object3D;
  setTheme(theme: StageTheme): void;
  /** What is drawn around the figures; the lights stay on without it. */
  showScenery(shown: ShownScenery): void;
  /** Keeps the shadow sharp around a point of the floor, for a body that leaves the middle. */
  focusOn(xWorld: number, zWorld: number): void;
  dispose(): void;
}

/** Half the side of the square that the shadow map covers, metres. */
const shadowReach = 2.5;
/** From the person to the key light: from the front left and above, for a body that faces +Z. */
const keyOffset = [1.6, 4.2, 2.6] as const;

/** A calm room: floor, soft key light with shadow, light from the sky and along the edge, seamless background. */
export function createScenery({ theme, shadowSize = 1024, floorRadius = 12 }: SceneryOptions): Scenery {
  const root = new Group();
  root.name = 'scenery';
  const backdrop = createBackdrop();
  const floor = createFloor(floorRadius);
  const hemisphere = new HemisphereLight();
  const key = new DirectionalLight();
  const rim = new DirectionalLight();
  rim.position.set(-2.5, 3, -3.5);

  key.castShadow = shadowSize > 0;
  key.shadow.mapSize.set(shadowSize, shadowSize);
  key.shadow.camera.left = key.shadow.camera.bottom = -shadowReach;
  key.shadow.camera.right = key.shadow.camera.top = shadowReach;
  key.shadow.camera.near = 0.5;
  key.shadow.camera.far = 12;
  // Enough to keep skin free of acne at grazing light, too little to part a shoe from its shadow.
  key.shadow.normalBias = 0.015;
  key.shadow.bias = -0.0004;
  key.shadow.radius = 3;

  root.add(backdrop.root, floor.root, hemisphere, key, key.target, rim, rim.target);

  const scenery: Scenery = {
    root,
    setTheme(next) {
      const look = stageLooks[next];
      backdrop.setLook(look);
      floor.setLook(look);
      hemisphere.color.set(look.skyLight);
      hemisphere.groundColor.set(look.groundLight);
      hemisphere.intensity = look.hemisphereIntensity;
      key.color.set(look.keyLight);
      key.intensity = look.keyIntensity;
      key.shadow.intensity = look.shadowIntensity;
      rim.color.set(look.rimLight);
      rim.intensity = look.rimIntensity;
    },
    showScenery(shown) {
      backdrop.root.visible = shown !== 'nothing';
      floor.root.visible = shown === 'all';
    },
    focusOn(xWorld, zWorld) {
      // Whole decimetres: a shadow map that slides under the shadow makes its edge crawl.
      const x = Math.round(xWorld * 10) / 10;
      const z = Math.round(zWorld * 10) / 10;
      key.target.position.set(x, 0.8, z);
      key.position.set(x + keyOffset[0], keyOffset[1], z + keyOffset[2]);
    },
    dispose() {
      disposeTree(root);
    },
  };
  scenery.setTheme(theme);
  scenery.focusOn(0, 0);
  return scenery;
}

interface Backdrop {
  readonly root: Mesh;
  setLook(look: StageLook): void;
}

/**
 * The colour behind everything. A drawn dome and not scene.background: a clear colour escapes tone mapping on the
 * screen but not in a mirror, so the two would not match.
 */
function createBackdrop(): Backdrop {
  const zenith = new Color();
  const horizon = new Color();
  const ground = new Color();
  const material = new ShaderMaterial({
    name: 'LeibBackdrop',
    side: BackSide,
    depthTest: false,
    depthWrite: false,
    dithering: true,
    uniforms: { zenith: { value: zenith }, horizon: { value: horizon }, ground: { value: ground } },
    vertexShader: /* glsl */ `
      varying vec3 directionWorld;
      void main() {
        directionWorld = position;
        // Only the camera's rotation counts: the dome is always infinitely far away, in both eyes.
        gl_Position = projectionMatrix * vec4(mat3(viewMatrix) * position, 1.0);
        gl_Position.z = 0.0;
      }`,
    fragmentShader: /* glsl */ `
      #include <common>
      #include <dithering_pars_fragment>
      uniform vec3 zenith;
      uniform vec3 horizon;
      uniform vec3 ground;
      varying vec3 directionWorld;
      void main() {
        float height = normalize(directionWorld).y;
        vec3 above = mix(horizon, zenith, smoothstep(0.0, 0.75, height));
        vec3 below = mix(horizon, ground, smoothstep(0.0, 0.45, -height));
        gl_FragColor = vec4(height > 0.0 ? above : below, 1.0);
        #include <tonemapping_fragment>
        #include <colorspace_fragment>
        #include <dithering_fragment>
      }`,
  });
  const root = new Mesh(new SphereGeometry(1, 32, 24), material);
  root.name = 'backdrop';
  root.frustumCulled = false;
  root.renderOrder = -1000;
  return {
    root,
    setLook(look) {
      zenith.set(look.zenith);
      horizon.set(look.horizon);
      ground.set(look.ground);
    },
  };
}

interface Floor {
  readonly root: Mesh;
  setLook(look: StageLook): void;
}

/** A disc that takes shadows, carries a metre grid and dissolves into the backdrop before its edge. */
function createFloor(radius: number): Floor {
  const gridColor = { value: new Color() };
  const gridOpacity = { value: 0 };
  const material = new MeshLambertMaterial({ transparent: true, depthWrite: false, dithering: true });
  material.onBeforeCompile = (shader) => {
    shader.uniforms.gridColor = gridColor;
    shader.uniforms.gridOpacity = gridOpacity;
    shader.uniforms.floorRadius = { value: radius };
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', '#include <common>\nvarying vec2 floorPoint;')
      .replace('#include <begin_vertex>', '#include <begin_vertex>\nfloorPoint = position.xy;');
    shader.fragmentShader = shader.fragmentShader
      .replace('#include <common>', `#include <common>\n${gridShader}`)
      .replace('#include <color_fragment>', '#include <color_fragment>\npaintFloor(diffuseColor);');
  };
  const root = new Mesh(new CircleGeometry(radius, 64), material);
  root.name = 'floor';
  root.rotation.x = -Math.PI / 2;
  root.receiveShadow = true;
  root.renderOrder = -900;
  return {
    root,
    setLook(look) {
      material.color.set(look.floor);
      gridColor.value.set(look.grid);
      gridOpacity.value = look.gridOpacity;
    },
  };
}

// Line width is kept in pixels (fwidth), so the grid neither thickens close by nor sparkles far away.
const gridShader = /* glsl */ `
  uniform vec3 gridColor;
  uniform float gridOpacity;
  uniform float floorRadius;
  varying vec2 floorPoint;

  float gridLine(vec2 point, float spacing) {
    vec2 cell = point / spacing;
    vec2 width = max(fwidth(cell), 1e-5);
    vec2 distanceToLine = abs(fract(cell - 0.5) - 0.5) / width;
    // Where a cell is only a few pixels wide, lines would melt into a moiré: fade them out first.
    vec2 line = (1.0 - smoothstep(0.4, 1.4, distanceToLine)) * (1.0 - smoothstep(0.15, 0.5, width));
    return max(line.x, line.y);
  }

  void paintFloor(inout vec4 color) {
    float fromCentre = length(floorPoint) / floorRadius;
    float line = max(gridLine(floorPoint, 1.0), 0.35 * gridLine(floorPoint, 0.25) * (1.0 - smoothstep(0.1, 0.3, fromCentre)));
    color.rgb = mix(color.rgb, gridColor, line * gridOpacity);
    color.a *= 1.0 - smoothstep(0.25, 1.0, fromCentre);
  }
`;

/**
 * How the stage is meant to be seen: colours as they were chosen. Its lights do not exceed white, so there is nothing
 * to compress; a film curve would grey the bright room (AgX, ACES) or sink dark clothes into black (Neutral), and VRM's
 * toon materials expect none.
 */
export function configureRenderer(renderer: WebGLRenderer): void {
  renderer.outputColorSpace = SRGBColorSpace;
  renderer.toneMapping = LinearToneMapping;
  renderer.toneMappingExposure = 1;
  renderer.shadowMap.enabled = true;
  renderer.shadowMap.type = PCFShadowMap;
  // Checking a program for errors waits until it is compiled; without the check several compile side by side.
  renderer.debug.checkShaderErrors = false;
}
