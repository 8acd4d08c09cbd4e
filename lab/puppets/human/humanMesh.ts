import { lerp, smoothStep } from '@leib/core';
import { type PuppetMesh, puppetMeshOf } from '@leib/puppet';
import { type Colour, colourOf } from '../shapes/paintedMesh.ts';
import { humanHigh, humanJoints, humanLow, humanTriangles, humanVertices } from './humanBody.generated.ts';

/** The default body of @leib/body as a painted marionette of 68 cm that stands on y = 0. */

const skin = colourOf('#d9a57f');
const hair = colourOf('#4a342a');
const shirt = colourOf('#4e9a97');
const trousers = colourOf('#3f4a5a');
const eye = colourOf('#2b2724');
const lips = colourOf('#b8655a');

export function buildHumanMesh(): PuppetMesh {
  const packed = numbersOf(humanVertices);
  const positions = Float64Array.from(packed, (value, i) => lerp(humanLow[i % 3], humanHigh[i % 3], value / 65535));
  const colours = new Float32Array(positions.length);
  for (let at = 0; at < positions.length; at += 3) {
    colours.set(paintAt(positions[at], positions[at + 1], positions[at + 2]), at);
  }
  return puppetMeshOf(positions, Uint32Array.from(numbersOf(humanTriangles)), colours);
}

function numbersOf(base64: string): Uint16Array {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  return Uint16Array.from({ length: bytes.length / 2 }, (_, i) => bytes[i * 2] + bytes[i * 2 + 1] * 256);
}

function paintAt(x: number, y: number, z: number): Colour {
  const side = Math.abs(x);
  const { leftUpperArm: shoulder } = humanJoints;
  if (y > 0.578) return headPaint(side, y, z);
  if (y < 0.04) return skin;
  const isArm = side > 0.082 && y < shoulder[1] + 0.03 && side > lerp(0.07, 0.16, smoothStep(y, 0.5, 0.33));
  if (isArm) return alongArm(side, y, z) < 0.88 ? shirt : skin;
  if (y > 0.366) return y > 0.566 && side < 0.034 ? skin : shirt;
  return y < 0.3 && side > 0.125 ? skin : trousers;
}

/** From the elbow (0) to the wrist (1). */
function alongArm(x: number, y: number, z: number): number {
  const { leftLowerArm: elbow, leftHand: wrist } = humanJoints;
  const [ax, ay, az] = [wrist[0] - elbow[0], wrist[1] - elbow[1], wrist[2] - elbow[2]];
  return ((x - elbow[0]) * ax + (y - elbow[1]) * ay + (z - elbow[2]) * az) / (ax * ax + ay * ay + az * az);
}

function headPaint(side: number, y: number, z: number): Colour {
  const hairline = 0.652 - 0.05 * smoothStep(z, 0.06, 0.005) - 0.012 * smoothStep(side, 0.015, 0.035);
  if (y > hairline && !(side > 0.026 && y < 0.642 && z > 0.005)) return hair;
  if (z > 0.05 && Math.hypot((side - 0.0125) / 0.0052, (y - 0.628) / 0.0036) < 1) return eye;
  if (z > 0.055 && side < 0.0085 && Math.abs(y - 0.598) < 0.0035) return lips;
  return skin;
}
