import { clamp, ownValue } from '@leib/core';
import { FINGER_COUNT } from '../handSignal.js';

/**
 * Lines of LucidGloves and OpenGloves (LucidVR/opengloves-driver, commit a462ff6): the alpha encoding, a key and its
 * number after one another ("A512B1023(AB)600I"), or the legacy one, 13 numbers with '&' between them.
 */
export interface LucidValues {
  /** Thumb first, as the glove counts: 0 .. range. NaN: the line does not say. */
  readonly flexion: Float64Array;
  /** Four joints per finger where the glove measures them. 5 x 4. NaN: not measured. */
  readonly joints: Float64Array;
  readonly splay: Float64Array;
  joystickX: number;
  joystickY: number;
  triggerPressure: number;
  readonly buttons: Set<string>;
  /** Largest number that the glove has sent so far: tells AVR (1023) from ESP32 (4095). */
  largest: number;
}

export const AVR_RANGE = 1023;
export const ESP32_RANGE = 4095;

const JOINT_COUNT = 4;
/** The firmware's own buffer has 100 characters; anything much longer is noise. */
export const MAX_LUCID_LINE = 400;

const buttonOfKey: Readonly<Record<string, string>> = {
  H: 'joystick',
  I: 'trigger',
  J: 'A',
  K: 'B',
  L: 'grab',
  M: 'pinch',
  N: 'menu',
  O: 'calibrate',
};
const legacyButtons = ['joystick', 'trigger', 'A', 'B', 'grab', 'pinch'];
const LEGACY_COUNT = 13;

export function createLucidValues(): LucidValues {
  return {
    flexion: new Float64Array(FINGER_COUNT).fill(Number.NaN),
    joints: new Float64Array(FINGER_COUNT * JOINT_COUNT).fill(Number.NaN),
    splay: new Float64Array(FINGER_COUNT).fill(Number.NaN),
    joystickX: Number.NaN,
    joystickY: Number.NaN,
    triggerPressure: Number.NaN,
    buttons: new Set(),
    largest: 0,
  };
}

const alphaLine = /^(?:(?:[A-Z]|\([A-Z]{1,4}\))\d{0,6})+$/;
const alphaToken = /([A-Z]|\([A-Z]{1,4}\))(\d{0,6})/g;

/** False where the line is no frame of a glove (noise, half a line, information about itself): nothing is written. */
export function decodeLucidLine(line: string, out: LucidValues): boolean {
  const text = line.trim();
  if (text.length === 0 || text.length > MAX_LUCID_LINE) return false;
  if (text.includes('&')) return decodeLegacy(text, out);
  if (!alphaLine.test(text)) return false;
  const tokens = Array.from(text.matchAll(alphaToken), ([, key, digits]) => ({
    key: key.replace(/[()]/g, ''),
    value: digits === '' ? Number.NaN : Number(digits),
  }));
  if (tokens.some(({ key }) => key.startsWith('Z'))) return false;
  if (!tokens.some(({ value }) => Number.isFinite(value))) return false;
  out.buttons.clear();
  for (const { key, value } of tokens) takeToken(key, value, out);
  return true;
}

function takeToken(key: string, value: number, out: LucidValues): void {
  const finger = key.charCodeAt(0) - 65;
  const button = ownValue(buttonOfKey, key);
  if (button !== undefined) {
    out.buttons.add(button);
    return;
  }
  if (!Number.isFinite(value) || value > ESP32_RANGE) return;
  if (key === 'F') out.joystickX = value;
  else if (key === 'G') out.joystickY = value;
  else if (key === 'P') out.triggerPressure = value;
  else if (finger >= FINGER_COUNT) return;
  else if (key.length === 1) out.flexion[finger] = value;
  else if (key.length === 2 && key[1] === 'B') out.splay[finger] = value;
  else if (key.length === 3 && key[1] === 'A' && key[2] <= 'D') {
    out.joints[finger * JOINT_COUNT + key.charCodeAt(2) - 65] = value;
  } else return;
  out.largest = Math.max(out.largest, value);
}

function decodeLegacy(text: string, out: LucidValues): boolean {
  const parts = text.split('&');
  if (parts.length < LEGACY_COUNT || !parts.slice(0, LEGACY_COUNT).every((part) => /^\d{1,6}$/.test(part)))
    return false;
  const values = parts.map(Number);
  out.buttons.clear();
  for (let finger = 0; finger < FINGER_COUNT; finger++) takeToken('ABCDE'[finger], values[finger], out);
  takeToken('F', values[5], out);
  takeToken('G', values[6], out);
  for (const [i, button] of legacyButtons.entries()) if (values[7 + i] > 0) out.buttons.add(button);
  return true;
}

/** What one of the glove's numbers means: 0..1 of the range that it has shown. */
export function lucidRange({ largest }: LucidValues): number {
  return largest > AVR_RANGE ? ESP32_RANGE : AVR_RANGE;
}

/** Bend of a finger, 0..1: the mean of its joints where they are measured, else the whole finger's value, else NaN. */
export function lucidBend(values: LucidValues, finger: number): number {
  const joints = values.joints.subarray(finger * JOINT_COUNT, (finger + 1) * JOINT_COUNT).filter(Number.isFinite);
  const mean =
    joints.length > 0 ? joints.reduce((sum, value) => sum + value, 0) / joints.length : values.flexion[finger];
  return clamp(mean / lucidRange(values), 0, 1);
}

/** A value whose middle is zero (splay, stick), -1..1; NaN where it is not measured. */
export function lucidSigned(value: number, values: LucidValues): number {
  return clamp((value / lucidRange(values)) * 2 - 1, -1, 1);
}

/** Force feedback: 0 free .. 1 blocked per finger, thumb first. */
export function lucidForceLine(forces: ArrayLike<number>): string {
  let line = '';
  for (let finger = 0; finger < FINGER_COUNT; finger++) {
    const force = Number.isFinite(forces[finger]) ? clamp(forces[finger], 0, 1) : 0;
    line += `${'ABCDE'[finger]}${Math.round(force * 1000)}`;
  }
  return `${line}\n`;
}
