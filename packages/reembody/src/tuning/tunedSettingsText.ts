import type { RemoteBodySettings } from '../settings/remoteBodySettings.js';
import { applyTuning, type BodyTuning } from './tuneRemoteBody.js';

/**
 * Tuned settings as JSON: the settings themselves, ready for parseRemoteBodySettings(), and under "tuning" by which way
 * every axis got its gains.
 */
export function tunedSettingsText(settings: RemoteBodySettings, tuning: BodyTuning): string {
  const axes = Object.fromEntries(
    tuning.axes.map(({ name, kp, kd, method, reason, ultimateGain, ultimatePeriodSeconds, relayTorque }) => [
      name,
      { kp, kd, method, reason, ultimateGain, ultimatePeriodSeconds, relayTorque },
    ]),
  );
  const report = { axes, locked: tuning.locked, isComplete: tuning.isComplete };
  return `${JSON.stringify({ ...applyTuning(settings, tuning), tuning: report }, null, 2)}\n`;
}
