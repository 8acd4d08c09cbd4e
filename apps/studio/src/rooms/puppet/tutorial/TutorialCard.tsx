import { Check, X } from 'lucide-react';
import { useRef } from 'react';
import { useRefreshEvery } from '../../../time/useClock.js';
import { IconButton } from '../../../ui/IconButton.js';
import type { PuppetController } from '../puppetController.js';
import { type Progress, progressOf, tutorialSteps } from './tutorialSteps.js';
import { leaveTutorial, nextStep, useTutorial } from './tutorialStore.js';
import './tutorial.css';

/** The steps are looked at this often, seconds. */
const LOOK_SECONDS = 0.2;

/** Five steps from the first puppet to the first take. Each is recognised when it is done. */
export function TutorialCard({ controller }: { readonly controller: PuppetController }) {
  const { step, isOpen } = useTutorial();
  const begun = useRef<{ readonly step: number; readonly progress: Progress } | null>(null);
  useRefreshEvery(LOOK_SECONDS, () => {
    if (!isOpen || step >= tutorialSteps.length) return;
    const now = progressOf(controller);
    if (begun.current?.step !== step) begun.current = { step, progress: now };
    else if (tutorialSteps[step].isDone(begun.current.progress, now)) nextStep();
  });
  if (!isOpen) return null;
  const isOver = step >= tutorialSteps.length;
  const { title, text } = tutorialSteps[step] ?? {
    title: 'You are a puppeteer',
    text: 'That is all there is to it. Every tab has more: lean on it as you need it.',
  };
  return (
    <aside className="tutorial card" aria-label="Tutorial">
      <div className="row">
        <ol className="tutorial-steps" aria-label="Steps">
          {tutorialSteps.map((each, i) => (
            <li key={each.title} data-done={i < step} aria-current={i === step ? 'step' : undefined} title={each.title}>
              {i < step ? <Check size={13} aria-label={`${each.title}: done`} /> : i + 1}
            </li>
          ))}
        </ol>
        <IconButton icon={X} label="Leave the tutorial; it goes on here next time" onClick={leaveTutorial} />
      </div>
      <strong>{title}</strong>
      <p>{text}</p>
      <div className="row buttons skip">
        {isOver ? (
          <button type="button" title="Close the tutorial" onClick={leaveTutorial}>
            Done
          </button>
        ) : (
          <button type="button" title="Go on without doing this step" onClick={nextStep}>
            Skip this step
          </button>
        )}
      </div>
    </aside>
  );
}
