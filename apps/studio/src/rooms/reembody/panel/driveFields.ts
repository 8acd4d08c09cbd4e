const TO_DEGREES = 180 / Math.PI;

/** Fields of an axis as people write them: label, unit, to and from the settings. */
export const limitFields = [
  { key: 'low', label: 'Low', unit: '°', scale: TO_DEGREES, min: -180, max: 0 },
  { key: 'high', label: 'High', unit: '°', scale: TO_DEGREES, min: 0, max: 180 },
] as const;

export const driveFields = [
  { key: 'kp', label: 'Kp', unit: 'N m/rad', scale: 1, min: 0, max: 1e6 },
  { key: 'kd', label: 'Kd', unit: 'N m s/rad', scale: 1, min: 0, max: 1e5 },
  { key: 'maxTorque', label: 'Torque', unit: 'N m', scale: 1, min: 0, max: 1e5 },
] as const;
