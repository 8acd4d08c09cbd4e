import { axisNames } from '../settings/jointSettings.js';
import { axisInertias } from './axisInertia.js';
import type { RemoteBody } from './remoteBody.js';

/** Stiffness and damping of every axis of a body, by speed. */
export interface DriveGains {
  readonly kp: Float64Array;
  readonly kd: Float64Array;
}

/**
 * The gains that the settings name, and for the others critically damped ones: kp = I w^2, kd = 2 I w, with the inertia
 * that the axis turns and the natural frequency of the settings. What MuJoCo's `dampratio="1"` gives.
 */
export function driveGains(body: RemoteBody): DriveGains {
  const { drives, settings, speedCount } = body;
  const omega = 2 * Math.PI * settings.control.naturalHz;
  const inertias = axisInertias(body);
  const kp = new Float64Array(speedCount);
  const kd = new Float64Array(speedCount);
  for (const drive of drives) {
    const joint = settings.joints[drive.bone];
    for (let k = 0; k < drive.speedCount; k++) {
      const speed = drive.firstSpeed + k;
      const axis = joint?.[axisNames[drive.axes[k]]];
      kp[speed] = axis?.kp ?? inertias[speed] * omega * omega;
      kd[speed] = axis?.kd ?? 2 * Math.sqrt(kp[speed] * inertias[speed]);
    }
  }
  return { kp, kd };
}
