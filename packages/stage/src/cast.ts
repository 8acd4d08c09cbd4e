import { InputError, ownValue } from '@leib/core';
import type { Actor, ActorKind, ActorKinds, PackedBody, StageView } from './actor.js';
import type { Act } from './change.js';
import type { ActorDoc, ActorId, StageDoc } from './stageDoc.js';

/** One entry of the document: the actor that is there, and the one that is on its way. */
interface Role {
  /** As the document has it now. */
  doc: ActorDoc;
  actor: Actor | null;
  /** What it showed last; stays while it fails. */
  packed: PackedBody | null;
  /** Of the newest attempt to make an actor: what older ones bring is thrown away. */
  attempt: number;
  isLoading: boolean;
  /** Why it is not as the document says, and why its last step failed. */
  wrongDoc: string | null;
  wrongStep: string | null;
}

const newRole = (doc: ActorDoc): Role => ({
  doc,
  actor: null,
  packed: null,
  attempt: 0,
  isLoading: false,
  wrongDoc: null,
  wrongStep: null,
});

/** The actors of a stage, made and changed as the document says. */
export class Cast {
  /** In the order of the document. */
  actors: ReadonlyMap<ActorId, Actor> = new Map();
  readonly #kinds: ActorKinds;
  readonly #onProblem: (id: ActorId, reason: string) => void;
  readonly #onArrival: () => void;
  #roles = new Map<ActorId, Role>();
  readonly #pending = new Set<Promise<void>>();

  constructor(kinds: ActorKinds, onProblem: (id: ActorId, reason: string) => void, onArrival: () => void) {
    this.#kinds = kinds;
    this.#onProblem = onProblem;
    this.#onArrival = onArrival;
  }

  /** Makes, changes and drops actors so that they are those of the document. Those whose entry is the same go on untouched. */
  follow({ actors }: StageDoc): void {
    const before = this.#roles;
    this.#roles = new Map();
    for (const [id, doc] of Object.entries(actors)) {
      const role = before.get(id) ?? newRole(doc);
      before.delete(id);
      this.#roles.set(id, role);
      if (role.doc !== doc || role.attempt === 0) this.#change(id, role, doc);
    }
    for (const role of before.values()) drop(role);
    this.#order();
  }

  /** Steps all; one that throws is reported, once per reason, and keeps its last pose. */
  step(stage: StageView, dtSeconds: number): void {
    for (const [id, role] of this.#roles) {
      if (role.actor === null) continue;
      try {
        role.actor.step(stage, dtSeconds);
        role.packed = role.actor.pack();
        role.wrongStep = null;
      } catch (error) {
        this.#report(id, role, 'wrongStep', error);
      }
    }
  }

  act(act: Act): void {
    for (const [id, role] of this.#roles) {
      if (act.actor !== undefined && act.actor !== id) continue;
      try {
        role.actor?.act?.(act);
      } catch (error) {
        this.#report(id, role, 'wrongStep', error);
      }
    }
  }

  get problems(): ReadonlyMap<ActorId, string> {
    return new Map(
      [...this.#roles].flatMap(([id, { wrongDoc, wrongStep }]) => {
        const reason = wrongDoc ?? wrongStep;
        return reason === null ? [] : [[id, reason] as const];
      }),
    );
  }

  *packed(): Generator<{ readonly actor: Actor; readonly packed: PackedBody }> {
    for (const { actor, packed } of this.#roles.values())
      if (actor !== null && packed !== null) yield { actor, packed };
  }

  /** Resolves when no actor is on its way. */
  async settled(): Promise<void> {
    while (this.#pending.size > 0) await Promise.all(this.#pending);
  }

  dispose(): void {
    for (const role of this.#roles.values()) drop(role);
    this.#roles.clear();
    this.#order();
  }

  #change(id: ActorId, role: Role, doc: ActorDoc): void {
    role.doc = doc;
    // The one on its way is told when it arrives.
    if (role.isLoading) return;
    try {
      if (role.actor?.kind === doc.kind && role.actor.set(doc)) role.wrongDoc = null;
      else this.#make(id, role);
    } catch (error) {
      this.#report(id, role, 'wrongDoc', error);
    }
  }

  #make(id: ActorId, role: Role): void {
    const attempt = ++role.attempt;
    const { doc } = role;
    const kind = ownValue(this.#kinds, doc.kind);
    if (kind === undefined) {
      const known = Object.keys(this.#kinds).map((name) => `"${name}"`);
      throw new InputError('kind', `expected one of ${known.join(', ')}, got "${doc.kind}"`);
    }
    const made =
      typeof kind === 'function' ? kind().then((loaded: ActorKind) => loaded.create(doc, id)) : kind.create(doc, id);
    if (!(made instanceof Promise)) {
      take(role, made);
      return;
    }
    role.isLoading = true;
    const pending = made.then(
      (actor) => {
        if (role.attempt !== attempt) actor.dispose();
        else this.#arrive(id, role, actor, doc);
      },
      (error) => {
        if (role.attempt !== attempt) return;
        role.isLoading = false;
        this.#report(id, role, 'wrongDoc', error);
        // Changed while it was on its way: what was wrong may be right now.
        if (role.doc !== doc) this.#change(id, role, role.doc);
        this.#onArrival();
      },
    );
    this.#pending.add(pending);
    void pending.finally(() => this.#pending.delete(pending));
  }

  #arrive(id: ActorId, role: Role, actor: Actor, doc: ActorDoc): void {
    role.isLoading = false;
    take(role, actor);
    if (role.doc !== doc) this.#change(id, role, role.doc);
    this.#order();
    this.#onArrival();
  }

  #order(): void {
    this.actors = new Map(
      [...this.#roles].flatMap(([id, { actor }]) => (actor === null ? [] : [[id, actor] as const])),
    );
  }

  #report(id: ActorId, role: Role, what: 'wrongDoc' | 'wrongStep', error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    if (role[what] === reason) return;
    role[what] = reason;
    this.#onProblem(id, reason);
  }
}

/** The actor that was there goes on until another takes its place. */
function take(role: Role, actor: Actor): void {
  role.actor?.dispose();
  role.actor = actor;
  role.packed = null;
  role.wrongDoc = null;
  role.wrongStep = null;
}

function drop(role: Role): void {
  role.attempt++;
  role.actor?.dispose();
}
