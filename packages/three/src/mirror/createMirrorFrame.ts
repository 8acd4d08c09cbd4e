import { ExtrudeGeometry, Group, Mesh, MeshStandardMaterial, Path, Shape, ShapeGeometry } from 'three';

/** Rounded rectangle around the origin, counter-clockwise. */
export function roundedRectangle<Outline extends Path>(
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
export function createMirrorFrame(width: number, height: number, radius: number, rim: number, color: string): Group {
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
