/** What may be wrong, the most important first. */
const subjects = ['refused', 'connection', 'body', 'loading', 'simulation', 'head', 'place'] as const;
export type StatusSubject = (typeof subjects)[number];

/** One line at the lower edge of a wall that says what is wrong; nothing is there where nothing is. */
export interface StatusLine {
  readonly text: string;
  /** null: nothing is wrong with this. */
  set(subject: StatusSubject, text: string | null): void;
  /** Part of the bodies' files that has arrived, 0 to 1, as a bar; null: none is on its way. */
  setLoading(part: number | null): void;
}

export function createStatusLine(parent: HTMLElement): StatusLine {
  const element = document.createElement('p');
  element.className = 'wall-line';
  element.setAttribute('role', 'status');
  element.hidden = true;
  const bar = document.createElement('progress');
  bar.className = 'wall-progress';
  bar.hidden = true;
  parent.append(element, bar);
  const texts = new Map<StatusSubject, string>();
  const current = () => texts.get(subjects.find((subject) => texts.has(subject)) ?? 'refused') ?? '';
  const set = (subject: StatusSubject, text: string | null) => {
    if (text === null) texts.delete(subject);
    else texts.set(subject, text);
    if (element.textContent === current()) return;
    element.textContent = current();
    element.hidden = current() === '';
  };
  return {
    get text() {
      return current();
    },
    set,
    setLoading(part) {
      set('loading', part === null ? null : `The character arrives: ${Math.round(part * 100)} %`);
      bar.hidden = part === null;
      bar.value = part ?? 0;
    },
  };
}

/** A head that is lost for a moment is no news, seconds. */
const LOST_SECONDS = 1;

/** What a wall says of the head that it is drawn for. */
export class HeadLine {
  /** On the simulation's time; null while the head is tracked. */
  #lostAt: number | null = null;

  /** One frame. @param isTracked null where the simulation has no such head. Null where all is well. */
  step(name: string, isTracked: boolean | null, seconds: number): string | null {
    if (isTracked === null) return `The simulation has no head "${name}"; drawn for a viewer in the middle.`;
    if (isTracked) this.#lostAt = null;
    else this.#lostAt = Math.min(this.#lostAt ?? seconds, seconds);
    const isLost = this.#lostAt !== null && seconds - this.#lostAt >= LOST_SECONDS;
    return isLost ? `The head "${name}" is not tracked: drawn for its last place.` : null;
  }
}
