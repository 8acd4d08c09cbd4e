import { accept, type Decoded, refuse } from '@leib/core';
import { applyChanges, type Change, type Path, valueAt } from './change.js';
import type { ActorId, Json, StageDoc } from './stageDoc.js';

/** One's own changes on their way to the server. */
export interface OwnChange {
  /** Rising, from 1. */
  readonly id: number;
  readonly changes: readonly Change[];
}

/** Changes as the server has ordered them. */
export interface OrderedChange extends OwnChange {
  /** Of the document with them. */
  readonly version: number;
  readonly by: ActorId;
}

/** What one change of one's own did at one place. */
interface Edit {
  readonly id: number;
  readonly path: Path;
  readonly before: Json | undefined;
  readonly after: Json | undefined;
}

interface UndoStep {
  readonly gesture: string | null;
  readonly edits: readonly Edit[];
}

const MOST_UNDO_STEPS = 200;

/**
 * A document that several change, at one of them. The server orders all changes: `confirmed` is what everybody has, `present` has
 * one's own changes on top that are still on their way, so that they are seen at once.
 */
export class SharedDoc {
  readonly #me: ActorId;
  #confirmed: StageDoc;
  #version: number;
  #present: StageDoc;
  #waiting: readonly OwnChange[] = [];
  #lastId = 0;
  #undoSteps: readonly UndoStep[] = [];

  /** @param me whose changes are one's own: the actor of `welcome` */
  constructor(me: ActorId, version: number, doc: StageDoc) {
    this.#me = me;
    this.#version = version;
    this.#confirmed = doc;
    this.#present = doc;
  }

  get present(): StageDoc {
    return this.#present;
  }

  get confirmed(): StageDoc {
    return this.#confirmed;
  }

  get version(): number {
    return this.#version;
  }

  /** One's own that the server has not answered, to be sent again after a reconnect: it takes each once. */
  get waiting(): readonly OwnChange[] {
    return this.#waiting;
  }

  /** Changes the document at once; what is to be sent, or the place and the reason where it would be wrong. */
  change(changes: readonly Change[]): Decoded<OwnChange> {
    const edits: Edit[] = [];
    const id = this.#lastId + 1;
    let next = this.#present;
    for (const change of changes) {
      const after = applyChanges(next, [change]);
      if (!after.ok) return after;
      const { path } = change;
      edits.push({ id, path, before: valueAt(next, path), after: valueAt(after.value, path) });
      next = after.value;
    }
    this.#remember(changes[0]?.gesture ?? null, edits);
    return accept(this.#send(changes, next));
  }

  /** Changes that the server has ordered, one's own included. Returned are those of one's own that turn out to have been refused. */
  hear({ version, by, id, changes }: OrderedChange): Decoded<readonly OwnChange[]> {
    // Again after a reconnect.
    if (version <= this.#version) return accept([]);
    if (version !== this.#version + 1)
      return refuse('version', `expected ${this.#version + 1}, got ${version}; join again without it`);
    const confirmed = applyChanges(this.#confirmed, changes);
    if (!confirmed.ok) return confirmed;
    this.#confirmed = confirmed.value;
    this.#version = version;
    // The server takes them in the order of their numbers: those before it were refused.
    const refused = by === this.#me ? this.#waiting.filter((own) => own.id < id) : [];
    if (by === this.#me) this.#waiting = this.#waiting.filter((own) => own.id > id);
    this.#rebase(refused);
    return accept(refused);
  }

  /** One's own change with this number was refused, and vanishes. Null where it was no longer waited for. */
  hearRefusal(id: number): OwnChange | null {
    const refused = this.#waiting.find((own) => own.id === id);
    if (refused === undefined) return null;
    this.#waiting = this.#waiting.filter((own) => own !== refused);
    this.#rebase([refused]);
    return refused;
  }

  /** The whole document, after one was away for too long. @param heardId the last of one's own changes that the server has taken */
  load(version: number, doc: StageDoc, heardId: number): void {
    this.#version = version;
    this.#confirmed = doc;
    this.#waiting = this.#waiting.filter(({ id }) => id > heardId);
    this.#rebase([]);
  }

  /** Takes back one's own last change where nobody has changed the same since; what is to be sent, or null. */
  undo(): OwnChange | null {
    for (;;) {
      const step = this.#undoSteps.at(-1);
      if (step === undefined) return null;
      this.#undoSteps = this.#undoSteps.slice(0, -1);
      const changes: Change[] = [];
      let next = this.#present;
      for (const { path, before, after } of step.edits.toReversed()) {
        if (!isSame(valueAt(next, path), after) || isSame(before, after)) continue;
        const change = before === undefined ? { path } : { path, value: before };
        const applied = applyChanges(next, [change]);
        if (!applied.ok) continue;
        changes.push(change);
        next = applied.value;
      }
      if (changes.length > 0) return this.#send(changes, next);
    }
  }

  #send(changes: readonly Change[], present: StageDoc): OwnChange {
    const own = { id: ++this.#lastId, changes };
    this.#waiting = [...this.#waiting, own];
    this.#present = present;
    return own;
  }

  #remember(gesture: string | null, edits: readonly Edit[]): void {
    const last = this.#undoSteps.at(-1);
    if (gesture === null || last?.gesture !== gesture) {
      this.#undoSteps = [...this.#undoSteps, { gesture, edits }].slice(-MOST_UNDO_STEPS);
      return;
    }
    const merged = [...last.edits];
    for (const edit of edits) {
      const at = merged.findIndex(({ path }) => isSame(path as Json, edit.path as Json));
      if (at < 0) merged.push(edit);
      else merged[at] = { ...edit, before: merged[at].before };
    }
    this.#undoSteps = [...this.#undoSteps.slice(0, -1), { gesture, edits: merged }];
  }

  /**
   * One's own changes once more, on top of what everybody has. One that does not fit now waits for its answer all the same: by then
   * it may fit again, and the server alone says.
   */
  #rebase(refused: readonly OwnChange[]): void {
    let present = this.#confirmed;
    for (const { changes } of this.#waiting) {
      const after = applyChanges(present, changes);
      if (after.ok) present = after.value;
    }
    this.#present = present;
    const ids = new Set(refused.map(({ id }) => id));
    if (ids.size === 0) return;
    this.#undoSteps = this.#undoSteps.map((step) => ({ ...step, edits: step.edits.filter(({ id }) => !ids.has(id)) }));
  }
}

function isSame(a: Json | undefined, b: Json | undefined): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
