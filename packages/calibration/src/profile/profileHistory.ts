import { change, createHistory, type History, redo, undo } from '@leib/core';
import type { TrackedPoint } from '@leib/tracking';
import type { BodyProfile, ProfileDevice, ProfileLockMode } from './bodyProfile.js';

/** A calibration that waits for the person to accept it, with its error. */
export interface CalibrationProposal {
  readonly profile: BodyProfile;
  /** What was calibrated: "left wrist", "who is who". */
  readonly what: string;
  /** Its error and that of the calibration it would replace, metres; null when there is none. */
  readonly error: number | null;
  readonly errorBefore: number | null;
  /** 0..1. */
  readonly confidence: number;
  /** One sentence of advice. */
  readonly advice: string;
}

/** A profile with undo and redo. Plain data, never changed in place. */
export interface ProfileHistory extends History<BodyProfile> {
  readonly proposal: CalibrationProposal | null;
}

/** What a person changes in their profile by hand. */
export type ProfileEdit =
  | { readonly type: 'undo' }
  | { readonly type: 'redo' }
  /** Another person's profile; the history starts anew. */
  | { readonly type: 'open'; readonly profile: BodyProfile }
  | { readonly type: 'rename'; readonly name: string }
  /** Sets a role by hand. The device that had the role loses it. */
  | { readonly type: 'setRole'; readonly id: string; readonly role: TrackedPoint | null }
  | { readonly type: 'setLockMode'; readonly lockMode: ProfileLockMode }
  /** Whether lengths go on adapting during use. */
  | { readonly type: 'setAdapting'; readonly adaptsLengths: boolean };

export type ProfileAction =
  | ProfileEdit
  | { readonly type: 'propose'; readonly proposal: CalibrationProposal }
  | { readonly type: 'accept' }
  | { readonly type: 'reject' };

export function createProfileHistory(present: BodyProfile): ProfileHistory {
  return { ...createHistory(present), proposal: null };
}

/** The next state; the same object when an action changes nothing. */
export function reduceProfile(history: ProfileHistory, action: ProfileAction): ProfileHistory {
  const { present, proposal } = history;
  switch (action.type) {
    case 'propose':
      return { ...history, proposal: action.proposal };
    case 'accept':
      return proposal === null ? history : goTo(history, change(history, proposal.profile, null));
    case 'reject':
      return proposal === null ? history : { ...history, proposal: null };
    case 'undo':
      return goTo(history, undo(history));
    case 'redo':
      return goTo(history, redo(history));
    case 'open':
      return createProfileHistory(action.profile);
    case 'rename':
      return edit(history, { name: action.name });
    case 'setRole':
      return edit(history, { devices: withRole(present.devices, action.id, action.role) });
    case 'setLockMode':
      return edit(history, { lockMode: action.lockMode });
    case 'setAdapting':
      return edit(history, { adaptsLengths: action.adaptsLengths });
  }
}

function edit(history: ProfileHistory, changes: Partial<BodyProfile>): ProfileHistory {
  const { present } = history;
  const isSame = Object.entries(changes).every(([key, value]) => present[key as keyof BodyProfile] === value);
  return isSame ? history : goTo(history, change(history, { ...present, ...changes }, null));
}

/** Discards the proposal: it was made for the profile before. */
function goTo(history: ProfileHistory, next: History<BodyProfile>): ProfileHistory {
  return next === history ? history : { ...next, proposal: null };
}

const unknownDevice: ProfileDevice = { role: null, isChosen: false, offset: null, centre: null };

function withRole(devices: BodyProfile['devices'], id: string, role: TrackedPoint | null): BodyProfile['devices'] {
  const next: Record<string, ProfileDevice> = {};
  for (const [other, device] of Object.entries(devices)) {
    const losesRole = other !== id && role !== null && device.role === role;
    next[other] = losesRole ? { ...device, role: null, offset: null, centre: null } : device;
  }
  const device = devices[id] ?? unknownDevice;
  // The offset on the old joint does not hold for the new one.
  next[id] = device.role === role ? { ...device, isChosen: true } : { ...unknownDevice, role, isChosen: true };
  return next;
}

/** The text that the person reads before they accept: "Left wrist: 1.2 mm, was 4.0 mm. Good: nothing to improve." */
export function describeProposal({ what, error, errorBefore, confidence, advice }: CalibrationProposal): string {
  const millimetres = (value: number) => `${(value * 1000).toFixed(1)} mm`;
  const measure = error === null ? `${Math.round(100 * confidence)} % sure` : millimetres(error);
  const before = errorBefore === null ? '' : `, was ${millimetres(errorBefore)}`;
  const start = what.charAt(0).toUpperCase() + what.slice(1);
  return `${start}: ${measure}${before}.${advice === '' ? '' : ` ${advice}`}`;
}
