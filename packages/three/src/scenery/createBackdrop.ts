import { BackSide, Color, Mesh, ShaderMaterial, SphereGeometry } from 'three';
import type { StageLook } from './stageThemes.js';

export interface Backdrop {
  readonly root: Mesh;
  setLook(look: StageLook): void;
}

/**
 * The colour behind everything. A drawn dome and not scene.background: a clear colour escapes tone mapping on the
 * screen but not in a mirror, so the two would not match.
 */
export function createBackdrop(): Backdrop {
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
