import './study.css';
import { useFigures } from '../../../time/useClock.js';
import { Button } from '../../../ui/Button.js';
import { Fold, Refusal } from '../../../ui/PanelParts.js';
import { useRoomHost } from '../../RoomHost.js';
import { StudyController } from '../studyController.js';
import { OperatorActs } from './OperatorActs.js';
import { OperatorView } from './OperatorView.js';
import { StartForm } from './StartForm.js';
import { StepCard } from './StepCard.js';
import { wordsIn } from './words.js';

/** Beside the picture: begin, the step under way, or the operator's view of all stations. */
export default function StudyGuide() {
  const { world } = useRoomHost();
  const controller = useFigures(() => {
    const { controller } = world.room;
    return controller instanceof StudyController ? { controller } : null;
  })?.controller;
  if (!controller) return null;
  return (
    <section className="study" aria-label="Study" data-tour="study">
      {controller.problem && <Refusal>{controller.problem}</Refusal>}
      {controller.work && (
        <p className="hint" role="status">
          {controller.work}
        </p>
      )}
      <Content controller={controller} />
    </section>
  );
}

function Content({ controller }: { readonly controller: StudyController }) {
  if (controller.operator) return <OperatorView controller={controller} link={controller.operator} />;
  const shown = controller.shown();
  if (!shown)
    return controller.isOpening ? <p className="hint">Opening the study …</p> : <StartForm controller={controller} />;
  const { step, now } = shown;
  const words = wordsIn(step.language);
  const follow = controller.follow.bind(controller);
  return (
    <>
      <StepCard
        step={step}
        now={now}
        follow={follow}
        isOperator={false}
        isLookedAfter={controller.station?.hasOperator ?? false}
      />
      <p className="study-kept" data-kept={now.isKept} role="status">
        {now.kept}
      </p>
      {now.state === 'ended' ? (
        <Button
          className="small"
          title="Back to the form; what is not sent yet goes on being sent"
          onClick={() => controller.finish()}
        >
          Next participant
        </Button>
      ) : (
        <>
          {now.state !== 'stopped' && (
            <Button
              className="study-stop"
              title="Stops everything at once; nobody needs a reason"
              onClick={() => follow({ kind: 'stop', reason: 'the participant' })}
            >
              {words.stop}
            </Button>
          )}
          <Fold title="For the operator, at this screen" className="study-aside" data-tour="study-operator">
            <OperatorActs step={step} now={now} follow={follow} />
            {step.asked === 'aloud' && now.state === 'inStep' && (
              <StepCard step={step} now={now} follow={follow} isOperator />
            )}
          </Fold>
        </>
      )}
    </>
  );
}
