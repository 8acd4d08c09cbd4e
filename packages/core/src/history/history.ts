/** Undo and redo over immutable values. Pure: every function returns the next history. */
export interface History<Value> {
  readonly past: readonly Value[];
  readonly present: Value;
  readonly future: readonly Value[];
  /** Key of the last change; changes of the same key merge into one step until the gesture ends. */
  readonly gesture: string | null;
}

const LIMIT = 200;

export function createHistory<Value>(present: Value): History<Value> {
  return { past: [], present, future: [], gesture: null };
}

/** Adds a value. Within the gesture of the change before (a slider being dragged) it replaces that one. */
export function change<Value>(history: History<Value>, present: Value, gesture: string | null): History<Value> {
  const merges = gesture !== null && gesture === history.gesture;
  const past = merges ? history.past : [...history.past, history.present].slice(-LIMIT);
  return { past, present, future: [], gesture };
}

/** Ends the gesture: the next change is a new step. */
export function endGesture<Value>(history: History<Value>): History<Value> {
  return history.gesture === null ? history : { ...history, gesture: null };
}

export function undo<Value>(history: History<Value>): History<Value> {
  const previous = history.past.at(-1);
  if (previous === undefined) return history;
  return {
    past: history.past.slice(0, -1),
    present: previous,
    future: [history.present, ...history.future],
    gesture: null,
  };
}

export function redo<Value>(history: History<Value>): History<Value> {
  const [next, ...future] = history.future;
  if (next === undefined) return history;
  return { past: [...history.past, history.present], present: next, future, gesture: null };
}
