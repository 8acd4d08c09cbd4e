/** What may be wrong, the most important first. */
const subjects = ['refused', 'connection', 'body', 'simulation', 'head', 'place'] as const;
export type StatusSubject = (typeof subjects)[number];

/** One line at the lower edge of a wall that says what is wrong; nothing is there where nothing is. */
export interface StatusLine {
  readonly text: string;
  /** null: nothing is wrong with this. */
  set(subject: StatusSubject, text: string | null): void;
}

export function createStatusLine(parent: HTMLElement): StatusLine {
  const element = document.createElement('p');
  element.className = 'wall-line';
  element.setAttribute('role', 'status');
  element.hidden = true;
  parent.append(element);
  const texts = new Map<StatusSubject, string>();
  const current = () => texts.get(subjects.find((subject) => texts.has(subject)) ?? 'refused') ?? '';
  return {
    get text() {
      return current();
    },
    set(subject, text) {
      if (text === null) texts.delete(subject);
      else texts.set(subject, text);
      if (element.textContent === current()) return;
      element.textContent = current();
      element.hidden = current() === '';
    },
  };
}
