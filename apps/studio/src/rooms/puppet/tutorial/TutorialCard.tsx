import { Check, X } from 'lucide-react';
import { useStore } from 'zustand';
import { Button } from '../../../ui/Button.js';
import { IconButton } from '../../../ui/IconButton.js';
import type { PuppetWorkshop } from '../puppetWorkshop.js';
import { tutorialSteps } from './tutorial.js';
import './tutorial.css';

/** The step of the tutorial that comes next. */
export function TutorialCard({ workshop }: { readonly workshop: PuppetWorkshop }) {
  const { tutorial, controller } = workshop;
  const { tutorialStep: step, isTutorialOpen: isOpen } = useStore(controller.state);
  const leave = () => tutorial.toggle();
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
        <IconButton icon={X} label="Leave the tutorial; it goes on here next time" onClick={leave} />
      </div>
      <strong>{title}</strong>
      <p>{text}</p>
      <div className="row buttons skip">
        {isOver ? (
          <Button title="Close the tutorial" onClick={leave}>
            Done
          </Button>
        ) : (
          <Button title="Go on without doing this step" onClick={() => tutorial.skip()}>
            Skip this step
          </Button>
        )}
      </div>
    </aside>
  );
}
