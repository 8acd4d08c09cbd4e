import { useFigures } from '../time/useClock.js';
import { Toggle } from '../ui/controls.js';
import { describeOutput } from './describeOutput.js';
import { useStudio } from './StudioContext.js';
import { setSendingWanted, useStudioStore } from './studioStore.js';

const control = {
  kind: 'toggle',
  label: 'Send the body',
  initial: false,
  help: 'To the programs that the server was started for: the whole body by VMC, trackers by VRChat’s OSC; from any source',
} as const;

/** Sends what the body does to other programs, whatever moves it. */
export function SendSection() {
  const { sources } = useStudio();
  const said = useFigures(() => sources.sender.output && describeOutput(sources.sender.output), 0.5);
  const isWanted = useStudioStore((state) => state.isSendingWanted);
  return (
    <section aria-label="Send to other programs">
      <h3>Send to other programs</h3>
      <Toggle
        control={control}
        value={isWanted ?? said !== null}
        isDisabled={false}
        onSettled={() => {}}
        onChange={(next) => {
          setSendingWanted(next);
          void sources.sender.update();
        }}
      />
      {said && <p className="hint">{said}</p>}
    </section>
  );
}
