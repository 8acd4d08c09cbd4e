import type { PuppetController } from '../puppetController.js';

/** What the tutorial looks at: numbers that an action raises. */
export interface Progress {
  readonly openedPuppet: string;
  readonly mostBent: number;
  readonly connections: number;
  readonly parts: number;
  readonly takes: number;
}

/** One step of the tutorial: what to do, and how it is recognised. */
interface TutorialStep {
  readonly title: string;
  readonly text: string;
  /** Has it been done, since the step began? */
  readonly isDone: (before: Progress, now: Progress) => boolean;
}

export const tutorialSteps: readonly TutorialStep[] = [
  {
    title: 'Choose a puppet',
    text: 'Tap another example at the top of the panel: teddy, lamp, fish or human. Or open a model of your own.',
    isDone: (before, now) => before.openedPuppet !== now.openedPuppet,
  },
  {
    title: 'Move a finger',
    text: 'Move the mouse over the puppet and hold F, D, S, A or Space: each key bends a finger. On a touch screen pull a finger pad down.',
    isDone: (_, now) => now.mostBent > 0.5,
  },
  {
    title: 'Connect a finger',
    text: 'In the tab Play, tap an empty circle: that finger moves that part from now on.',
    isDone: (before, now) => before.openedPuppet === now.openedPuppet && now.connections > before.connections,
  },
  {
    title: 'Place a bone',
    text: 'In the tab Build, choose Propose and click a limb of the puppet: a bone finds its place along it.',
    isDone: (before, now) => before.openedPuppet === now.openedPuppet && now.parts > before.parts,
  },
  {
    title: 'Record a take',
    text: 'In the tab Takes, record a few seconds of play and stop: the take plays back by itself.',
    isDone: (before, now) => now.takes > before.takes,
  },
];

/** Five steps from the first puppet to the first take. Each is recognised when it is done. */
export class Tutorial {
  readonly #controller: PuppetController;
  readonly #takeCount: () => number;
  /** As it was when the step began. */
  #before: Progress | null = null;

  constructor(controller: PuppetController, takeCount: () => number) {
    this.#controller = controller;
    this.#takeCount = takeCount;
  }

  /** Opens it where it was left, from the beginning where it was finished; or closes it. */
  toggle(): void {
    const { isTutorialOpen, tutorialStep } = this.#controller.shown;
    if (isTutorialOpen) this.#controller.show({ isTutorialOpen: false });
    else this.#begin(tutorialStep >= tutorialSteps.length ? 0 : tutorialStep);
  }

  skip(): void {
    this.#begin(Math.min(this.#controller.shown.tutorialStep + 1, tutorialSteps.length));
  }

  /** Goes on where the step has been done. */
  step(): void {
    const { isTutorialOpen, tutorialStep } = this.#controller.shown;
    if (!isTutorialOpen || tutorialStep >= tutorialSteps.length) return;
    const now = progressOf(this.#controller, this.#takeCount());
    this.#before ??= now;
    if (tutorialSteps[tutorialStep].isDone(this.#before, now)) this.skip();
  }

  #begin(tutorialStep: number): void {
    this.#before = progressOf(this.#controller, this.#takeCount());
    this.#controller.show({ isTutorialOpen: true, tutorialStep });
  }
}

function progressOf(controller: PuppetController, takeCount: number): Progress {
  const { file, example, meshFile } = controller.document.now;
  return {
    openedPuppet: example ?? meshFile?.name ?? '',
    mostBent: Math.max(
      0,
      ...controller.hands.slots.flatMap(({ signal }) => (signal.confidence > 0 ? [...signal.bends] : [])),
    ),
    connections: file.hands.reduce((sum, hand) => sum + hand.connections.length, 0),
    parts: file.parts.length,
    takes: takeCount,
  };
}
