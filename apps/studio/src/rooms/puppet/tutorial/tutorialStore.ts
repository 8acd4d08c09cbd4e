import { create } from 'zustand';
import { visitorStorage } from '../../../files/visitorStorage.js';
import { tutorialSteps } from './tutorialSteps.js';

/** Where the visitor is in the tutorial; kept between visits. */
export interface TutorialState {
  readonly isOpen: boolean;
  /** The step that comes next; as many as there are steps: all done. */
  readonly step: number;
}

const KEY = 'leib-puppet-tutorial';

export const useTutorial = create<TutorialState>(() => ({ isOpen: false, step: remembered() }));

useTutorial.subscribe(({ step }) => visitorStorage.setItem(KEY, String(step)));

/** Opens the tutorial where it was left; from the beginning where it was finished. */
export function openTutorial(): void {
  useTutorial.setState(({ step }) => ({ isOpen: true, step: step >= tutorialSteps.length ? 0 : step }));
}

export function leaveTutorial(): void {
  useTutorial.setState({ isOpen: false });
}

export function nextStep(): void {
  useTutorial.setState(({ step }) => ({ step: Math.min(step + 1, tutorialSteps.length) }));
}

function remembered(): number {
  const step = Number(visitorStorage.getItem(KEY));
  return Number.isInteger(step) && step >= 0 && step <= tutorialSteps.length ? step : 0;
}
