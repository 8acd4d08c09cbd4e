import { OUT_CHEST_COS, OUT_CHEST_SIN, OUT_PELVIS_COS, OUT_PELVIS_SIN, OUT_X, OUT_YZ } from './internals.ts';
import { BONE_COUNT } from './trunkSamples.ts';

/** Below this an error counts by its square, above by its length, metres: one wild clip must not rule the rest. */
const KNEE = 0.02;
/** How much the joints at the lower ends of the bones count: hips, spine, chest, upper chest, neck. Legs hang on hips. */
const jointWeights = [2.5, 1, 1.2, 1.2, 1];
/** Arms on which wrong turns of pelvis (tilt, yaw) and chest (yaw) move what hangs on them, metres; and weights. */
const PELVIS_ARM = 0.15;
const PELVIS_WEIGHT = 1.5;
const pelvisYaw: YawOutput = { cosAt: OUT_PELVIS_COS, sinAt: OUT_PELVIS_SIN, arm: 0.2 };
const chestYaw: YawOutput = { cosAt: OUT_CHEST_COS, sinAt: OUT_CHEST_SIN, arm: 0.25 };

const errors = new Float64Array(BONE_COUNT * 3);

/**
 * Gradient of the loss of one answer: distances by which the spine's joints are off when all hangs on the true head, and
 * what hangs on pelvis and chest by their turns. Adds nothing up: `gradient` is overwritten.
 */
export function trunkLossGradient(
  answer: Float64Array,
  targets: Float32Array,
  targetAt: number,
  lengths: Float32Array,
  lengthAt: number,
  gradient: Float64Array,
): void {
  // From the neck down: each joint's error is that of all bones above it.
  let x = 0;
  let y = 0;
  let z = 0;
  for (let bone = BONE_COUNT - 1; bone >= 0; bone--) {
    const [ix, iy, iz] = [OUT_X + bone + 1, OUT_YZ + 2 * (bone + 1), OUT_YZ + 2 * (bone + 1) + 1];
    const length = lengths[lengthAt + bone];
    x += (answer[ix] - targets[targetAt + ix]) * length;
    y += (answer[iy] - targets[targetAt + iy]) * length;
    z += (answer[iz] - targets[targetAt + iz]) * length;
    const scale = jointWeights[bone] / Math.sqrt(x * x + y * y + z * z + KNEE * KNEE);
    errors[bone * 3] = x * scale;
    errors[bone * 3 + 1] = y * scale;
    errors[bone * 3 + 2] = z * scale;
  }
  x = 0;
  y = 0;
  z = 0;
  for (let bone = 0; bone < BONE_COUNT; bone++) {
    const length = lengths[lengthAt + bone];
    x += errors[bone * 3];
    y += errors[bone * 3 + 1];
    z += errors[bone * 3 + 2];
    gradient[OUT_X + bone + 1] = x * length;
    gradient[OUT_YZ + 2 * (bone + 1)] = y * length;
    gradient[OUT_YZ + 2 * (bone + 1) + 1] = z * length;
  }
  pullPelvis(answer, targets, targetAt, gradient);
  pullYaw(answer, targets, targetAt, gradient, pelvisYaw);
  pullYaw(answer, targets, targetAt, gradient, chestYaw);
}

function pullPelvis(answer: Float64Array, targets: Float32Array, targetAt: number, gradient: Float64Array): void {
  const x = (answer[OUT_X] - targets[targetAt + OUT_X]) * PELVIS_ARM;
  const y = (answer[OUT_YZ] - targets[targetAt + OUT_YZ]) * PELVIS_ARM;
  const z = (answer[OUT_YZ + 1] - targets[targetAt + OUT_YZ + 1]) * PELVIS_ARM;
  const scale = (PELVIS_WEIGHT * PELVIS_ARM) / Math.sqrt(x * x + y * y + z * z + KNEE * KNEE);
  gradient[OUT_X] = x * scale;
  gradient[OUT_YZ] = y * scale;
  gradient[OUT_YZ + 1] = z * scale;
}

/** Where a turn stands among the outputs, and the arm on which it moves what hangs on it, metres. */
interface YawOutput {
  readonly cosAt: number;
  readonly sinAt: number;
  readonly arm: number;
}

function pullYaw(
  answer: Float64Array,
  targets: Float32Array,
  targetAt: number,
  gradient: Float64Array,
  { cosAt, sinAt, arm }: YawOutput,
): void {
  const c = (answer[cosAt] - targets[targetAt + cosAt]) * arm;
  const s = (answer[sinAt] - targets[targetAt + sinAt]) * arm;
  const scale = arm / Math.sqrt(c * c + s * s + KNEE * KNEE);
  gradient[cosAt] = c * scale;
  gradient[sinAt] = s * scale;
}
