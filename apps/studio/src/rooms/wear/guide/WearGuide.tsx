import feedUrl from '../worn-feed.jsonl.gz?url';
import './wearGuide.css';
import './stepBars.css';
import './wearTable.css';
import './proportionBars.css';
import './guideEnd.css';
import { proportionsOfSkeleton } from '@leib/calibration';
import { Check, FlipHorizontal2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { storedPeople, storeProfile } from '../../../files/profileStorage.js';
import { useFigures } from '../../../time/useClock.js';
import { LevelSwitch } from '../../../ui/PanelParts.js';
import { notify, useIsBusy } from '../../../ui/pageStore.js';
import { rememberedBody } from '../../body/wornBody.js';
import { useRoomHost } from '../../RoomHost.js';
import { type WearController, wearControllerOf } from '../wearController.js';
import { goOnWords, shortStepNames, shownSteps, stepNames, stepTitle } from '../wearSteps.js';
import { DeviceList, RoleList, SpaceList } from './DeviceList.js';
import { JointList } from './JointList.js';
import { ProfileBar } from './ProfileBar.js';
import { MirrorErrors, ProportionBars } from './ProportionBars.js';
import { ProgressRing, StepPicture } from './StepPicture.js';

/** The guide through the steps of the calibration. */
export default function WearGuide() {
  const { world } = useRoomHost();
  // What moves in every frame is looked at on the tick of all panels.
  const { controller } = useFigures(() => ({ controller: wearControllerOf(world) }));
  const body = useRef<HTMLDivElement>(null);
  const title = controller ? stepTitle(controller.session) : '';
  // What is to be done next is read from its beginning.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each title is a new page
  useEffect(() => {
    // Newer browsers return a promise, which React would take for the effect's end.
    void body.current?.scrollTo(0, 0);
  }, [title]);
  if (!controller) return null;
  const { session } = controller;
  const role = session.step === 'joints' ? (session.joints[0] ?? null) : null;
  const others = session.problems.filter((problem) => problem !== session.text);
  return (
    <section className="wear-guide" aria-label="Steps of the calibration">
      <Steps controller={controller} />
      <div ref={body} className="wear-body">
        <div className="ask">
          <StepPicture step={session.step} role={role} />
          <div>
            <h2>{title}</h2>
            <p aria-live="polite">{session.text}</p>
          </div>
        </div>
        {others.map((problem) => (
          <p key={problem} className="problem">
            {problem}
          </p>
        ))}
        <Drift controller={controller} />
        <StepContent controller={controller} />
        <div className="guide-level">
          <LevelSwitch />
        </div>
      </div>
      <Decision controller={controller} />
      <ProfileBar controller={controller} />
    </section>
  );
}

function Steps({ controller }: { readonly controller: WearController }) {
  const steps = shownSteps(controller.session);
  const now = steps.indexOf(controller.session.step);
  return (
    <ol className="wear-steps" aria-label="Steps" data-tour="wear-steps">
      {steps.map((step, i) => (
        <li key={step}>
          <button
            type="button"
            aria-current={i === now ? 'step' : undefined}
            data-done={i < now}
            title={stepNames[step]}
            onClick={() => controller.command({ type: 'goTo', step })}
          >
            {i + 1}
            <span>{shortStepNames[step]}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}

function StepContent({ controller }: { readonly controller: WearController }) {
  const { step, progress, settings, history, finder, hold } = controller.session;
  switch (step) {
    case 'putOn':
      return (
        <>
          <DeviceList controller={controller} />
          <NoDevices controller={controller} />
        </>
      );
    case 'space':
      return (
        <>
          {history.proposal === null && (
            <ProgressRing progress={progress} text={`${Math.round(progress * 100)} %`} label="Moved so far" />
          )}
          <SpaceList controller={controller} />
        </>
      );
    case 'tPose': {
      const left = Math.max(0, settings.holdSeconds - hold.seconds);
      return (
        <div className="ring-and-words">
          <ProgressRing progress={progress} text={progress > 0.02 ? left.toFixed(1) : '…'} label="Holding still" />
          <p className="hint">
            {controller.isSimulated ? 'The simulated person holds the T-pose: see the trackers. The' : 'The'} avatar’s
            arms hang until the next step finds out which tracker is on which arm.
          </p>
        </div>
      );
    }
    case 'roles':
      return (
        <>
          <RoleList controller={controller} />
          <MirrorErrors controller={controller} />
        </>
      );
    case 'joints':
      return (
        <>
          {history.proposal === null && (
            <ProgressRing
              progress={progress}
              text={progress === 0 && finder.phase === 'waiting' ? '…' : `${Math.round(progress * 100)} %`}
              label="Turned so far"
            />
          )}
          <JointList controller={controller} />
        </>
      );
    case 'proportions':
      return (
        <>
          {history.proposal === null && (
            <ProgressRing progress={progress} text={`${Math.round(progress * 100)} %`} label="Moved so far" />
          )}
          <ProportionBars controller={controller} />
          {history.proposal !== null && <MirrorErrors controller={controller} />}
          <FromBodyRoom controller={controller} />
        </>
      );
    case 'mirror':
      return (
        <>
          <GuideEnd controller={controller} />
          <MirrorErrors controller={controller} />
          <JointList controller={controller} />
        </>
      );
  }
}

/** What to do without trackers. */
function NoDevices({ controller }: { readonly controller: WearController }) {
  const host = useRoomHost();
  const isBusy = useIsBusy();
  const playExample = async () => {
    const response = await fetch(feedUrl);
    await host.openFile(new File([await response.arrayBuffer()], 'worn-feed.jsonl.gz'));
  };
  const isLoose = controller.input.devices.length > 0 && !controller.isSimulated;
  return (
    <>
      {controller.isSimulated && (
        <p className="hint">Simulated. For trackers of your own choose “Tracker feed” or “Headset” in the panel.</p>
      )}
      {controller.devices.length > 0 && controller.input.headDevice === null && (
        <p className="hint">
          No device is the head: choose one above, or enter VR and wear these trackers together with your headset.
        </p>
      )}
      {controller.devices.length === 0 && (
        <p className="hint">
          This source has no trackers. Choose “Tracker feed” or “Headset”, drop a recorded feed, or simulate six
          trackers.
        </p>
      )}
      {!isLoose && (
        <div className="row buttons">
          <button type="button" disabled={isBusy} onClick={() => void playExample()}>
            Play a recorded feed
          </button>
        </div>
      )}
    </>
  );
}

/** Offers the lengths of the body from the room Body, which are more exact than those from trackers. */
function FromBodyRoom({ controller }: { readonly controller: WearController }) {
  const { world } = useRoomHost();
  const worn = rememberedBody();
  const avatar = world.body?.avatar;
  if (!worn || !avatar) return null;
  const proportions = proportionsOfSkeleton(avatar.ownSkeleton, avatar.report.statureMetres, 0);
  if (!proportions) return null;
  return (
    <div className="row buttons">
      <button
        type="button"
        onClick={() => controller.command({ type: 'proposeProportions', proportions, from: 'body' })}
      >
        Take those of {worn.name}
      </button>
    </div>
  );
}

/** Reports a space that has drifted. */
function Drift({ controller }: { readonly controller: WearController }) {
  const { drifted } = controller.session.space;
  if (drifted === null || controller.session.step === 'space') return null;
  return (
    <div className="problem" role="alert">
      {drifted}{' '}
      <button type="button" onClick={() => controller.command({ type: 'goTo', step: 'space' })}>
        Bring together
      </button>
    </div>
  );
}

/** What is found is taken or done again; what is not wanted is skipped. */
function Decision({ controller }: { readonly controller: WearController }) {
  const { step, history } = controller.session;
  const { proposal } = history;
  return (
    <div className="decision" data-tour="wear-decision">
      {step !== 'putOn' && (
        <button type="button" onClick={() => controller.command({ type: 'back' })}>
          Back
        </button>
      )}
      <span className="spacer" />
      {proposal !== null && (
        <button type="button" onClick={() => controller.command({ type: 'repeat' })}>
          Again
        </button>
      )}
      {proposal === null && goOnWords[step] && (
        <button
          type="button"
          className={step === 'putOn' ? 'primary' : undefined}
          onClick={() => controller.command({ type: 'skip' })}
        >
          {goOnWords[step]}
        </button>
      )}
      {proposal !== null && (
        <button type="button" className="primary" onClick={() => controller.command({ type: 'accept' })}>
          Take it
        </button>
      )}
      {step === 'mirror' && (
        <a className="primary" href="#/mirror" title="See yourself in the mirror with what was found">
          <FlipHorizontal2 size={16} strokeWidth={1.9} aria-hidden />
          Go to the mirror
        </a>
      )}
    </div>
  );
}

/** The end of the guide: save what was found under a name. */
function GuideEnd({ controller }: { readonly controller: WearController }) {
  const { profile } = controller;
  const [name, setName] = useState(profile.name);
  const trimmed = name.trim().slice(0, 60);
  const isSaved = trimmed !== '' && trimmed === profile.name;
  function save() {
    const isKnown = trimmed !== profile.name && storedPeople().includes(trimmed);
    controller.command({ type: 'rename', name: trimmed });
    storeProfile(controller.profile);
    notify('info', isKnown ? `Saved as ${trimmed}, in place of the profile before.` : `Saved as ${trimmed}.`);
  }
  return (
    <section className="guide-end" aria-label="Done">
      <p>All trackers are found. Save this under your name: it is used again on your next visit.</p>
      <form
        className="row"
        onSubmit={(event) => {
          event.preventDefault();
          if (trimmed !== '') save();
        }}
      >
        <input
          type="text"
          aria-label="Save as"
          placeholder="Your name"
          title="Name of the profile; it is kept in this browser"
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <button
          type="submit"
          className="small"
          title="Keeps the calibration in this browser under this name"
          disabled={trimmed === ''}
        >
          {isSaved ? <Check size={15} strokeWidth={2} aria-label="Saved:" /> : null} Save as {trimmed || '…'}
        </button>
      </form>
    </section>
  );
}
