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
export interface ProfileHistory {
  readonly present: BodyProfile;
  /** Latest last. */
  readonly past: readonly BodyProfile[];
  /** Undone profiles, the next one to redo last. */
  readonly future: readonly BodyProfile[];
  readonly proposal: CalibrationProposal | null;
}

export type ProfileAction =
  | { readonly type: 'propose'; readonly proposal: CalibrationProposal }
  | { readonly type: 'accept' }
  | { readonly type: 'reject' }
  | { readonly type: 'undo' }
  | { readonly type: 'redo' }
  /** Another person's profile; the history starts anew. */
  | { readonly type: 'open'; readonly profile: BodyProfile }
  | { readonly type: 'rename'; readonly name: string }
  /** Sets a role by hand. The device that had the role loses it. */
  | { readonly type: 'setRole'; readonly id: string; readonly role: TrackedPoint | null }
  | { readonly type: 'setLockMode'; readonly lockMode: ProfileLockMode }
  | { readonly type: 'setAdapting'; readonly adaptsLengths: boolean };

const DEEPEST = 50;

export function createProfileHistory(present: BodyProfile): ProfileHistory {
  return { present, past: [], future: [], proposal: null };
}

/** The next state; the same object when an action changes nothing. */
export function reduceProfile(history: ProfileHistory, action: ProfileAction): ProfileHistory {
  const { present, past, future, proposal } = history;
  switch (action.type) {
    case 'propose':
      return { ...history, proposal: action.proposal };
    case 'accept':
      return proposal === null ? history : advance(history, proposal.profile);
    case 'reject':
      return proposal === null ? history : { ...history, proposal: null };
    case 'undo': {
      const before = past.at(-1);
      if (before === undefined) return history;
      return { present: before, past: past.slice(0, -1), future: [...future, present], proposal: null };
    }
    case 'redo': {
      const after = future.at(-1);
      if (after === undefined) return history;
      return { present: after, past: [...past, present], future: future.slice(0, -1), proposal: null };
    }
    case 'open':
      return createProfileHistory(action.profile);
    case 'rename':
      return action.name === present.name ? history : advance(history, { ...present, name: action.name });
    case 'setRole':
      return advance(history, { ...present, devices: withRole(present.devices, action.id, action.role) });
    case 'setLockMode':
      return action.lockMode === present.lockMode
        ? history
        : advance(history, { ...present, lockMode: action.lockMode });
    case 'setAdapting':
      return action.adaptsLengths === present.adaptsLengths
        ? history
        : advance(history, { ...present, adaptsLengths: action.adaptsLengths });
  }
}

/** Discards the proposal: it was made for the profile before. */
function advance({ present, past }: ProfileHistory, next: BodyProfile): ProfileHistory {
  return { present: next, past: [...past, present].slice(-DEEPEST), future: [], proposal: null };
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
