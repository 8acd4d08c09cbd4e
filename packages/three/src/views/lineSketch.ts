import {
  BufferAttribute,
  BufferGeometry,
  type Color,
  DynamicDrawUsage,
  LineBasicMaterial,
  LineSegments,
  type Object3D,
} from 'three';

type Point = readonly [x: number, y: number, z: number] | ArrayLike<number>;

/** Lines that are drawn anew in every frame: begin(), add, end(). What does not fit in is left out. */
export interface LineSketch {
  readonly root: Object3D;
  /** Lines drawn since begin(). */
  count: number;
  begin(): void;
  line(from: Point, to: Point, color: Color): void;
  /** Part of a circle on the level, from one heading to another, radians; zero is +Z, towards +X. */
  arc(centre: Point, radius: number, fromYaw: number, toYaw: number, color: Color): void;
  end(): void;
}

/** An arc is drawn by this many lines for a whole turn. */
const ARC_LINES = 64;

export function createLineSketch(name: string, mostLines: number): LineSketch {
  const geometry = new BufferGeometry();
  const position = new BufferAttribute(new Float32Array(mostLines * 6), 3).setUsage(DynamicDrawUsage);
  const colors = new BufferAttribute(new Float32Array(mostLines * 6), 3).setUsage(DynamicDrawUsage);
  geometry.setAttribute('position', position);
  geometry.setAttribute('color', colors);
  const root = new LineSegments(
    geometry,
    new LineBasicMaterial({ vertexColors: true, transparent: true, depthTest: false }),
  );
  root.name = name;
  root.frustumCulled = false;
  root.renderOrder = 1000;
  const sketch: LineSketch = {
    root,
    count: 0,
    begin() {
      sketch.count = 0;
    },
    line(from, to, color) {
      if (sketch.count >= mostLines) return;
      const at = sketch.count++ * 2;
      position.setXYZ(at, from[0], from[1], from[2]);
      position.setXYZ(at + 1, to[0], to[1], to[2]);
      colors.setXYZ(at, color.r, color.g, color.b);
      colors.setXYZ(at + 1, color.r, color.g, color.b);
    },
    arc(centre, radius, fromYaw, toYaw, color) {
      const lines = Math.max(1, Math.ceil((ARC_LINES * Math.abs(toYaw - fromYaw)) / (2 * Math.PI)));
      const at = (i: number) => {
        const yaw = fromYaw + ((toYaw - fromYaw) * i) / lines;
        return [centre[0] + radius * Math.sin(yaw), centre[1], centre[2] + radius * Math.cos(yaw)] as const;
      };
      for (let i = 0; i < lines; i++) sketch.line(at(i), at(i + 1), color);
    },
    end() {
      geometry.setDrawRange(0, sketch.count * 2);
      position.needsUpdate = true;
      colors.needsUpdate = true;
    },
  };
  return sketch;
}
