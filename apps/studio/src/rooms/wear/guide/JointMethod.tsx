import { Choice } from '../../../ui/controls.js';
import { useIsExpert } from '../../../ui/level.js';
import type { JointMethod as Method, WearController } from '../wearController.js';
import { wearShape } from '../wearShape.js';

/** How a joint's centre is found, and how far the probe grid of this joint has come. */
export function JointMethod({ controller }: { readonly controller: WearController }) {
  const isExpert = useIsExpert();
  const { settings, grid } = controller.session;
  const { jointMethod } = wearShape.wear.controls;
  return (
    <>
      <Choice
        control={jointMethod}
        value={settings.jointMethod}
        isDisabled={false}
        onSettled={() => {}}
        onChange={(value) => controller.chooseJointMethod(value as Method)}
      />
      {isExpert && <p className="hint" data-testid="grid-facts">{`Probe grid: ${describeGrid(grid)}.`}</p>}
    </>
  );
}

type Grid = WearController['session']['grid'];

/** What the grid has counted so far, in one sentence. */
export function describeGrid({ settings, grid, phase, result }: Grid): string {
  const metres = (value: number) => `${value.toFixed(2)} m`;
  const size = `${settings.probesPerAxis}³ probes`;
  if (phase === 'waiting')
    return `${size}, the farthest has travelled ${metres(grid.longestPath)} of ${metres(settings.startPath)}`;
  if (phase === 'capturing') return `${size}, ${grid.winnerCount} samples captured`;
  if (phase === 'adapting') return `${size}, put on its result again`;
  return result === null ? 'found nothing' : `may be off by ${(result.expectedError * 1000).toFixed(1)} mm`;
}
