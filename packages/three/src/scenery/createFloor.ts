import { CircleGeometry, Color, Mesh, MeshLambertMaterial } from 'three';
import type { StageLook } from './stageThemes.js';

export interface Floor {
  readonly root: Mesh;
  setLook(look: StageLook): void;
}

/** A disc that takes shadows, carries a metre grid and dissolves into the backdrop before its edge. */
export function createFloor(radius: number): Floor {
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
