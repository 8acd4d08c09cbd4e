import { bodyLook } from '@leib/three';
import { ArrowLeftRight, Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../../ui/IconButton.js';
import { useIsExpert } from '../../../ui/pageStore.js';
import { SettingControl } from '../../../ui/SettingsPanel.js';
import type { BodyRow } from '../actor/bodyRows.js';
import { bodyLabel } from '../bodyWords.js';
import { BodyIdsEditor } from './BodyIdsEditor.js';
import { MarkerList } from './MarkerList.js';
import { MotionChoice } from './MotionChoice.js';
import type { MocapTabProps } from './mocapTab.js';

/** Residuals of this many millimetres fill the bar. */
const FULL_MM = 40;

const looks = { [bodyLook.seen]: 'seen', [bodyLook.guessed]: 'guessed', [bodyLook.lost]: 'lost' } as const;

/** What the tracker measures, body by body: seen or lost, and how far each is from where the skeleton says it should be. */
export function BodiesTab(props: MocapTabProps) {
  const { controller } = props;
  const { kind } = controller.shown;
  const isExpert = useIsExpert();
  if (kind === 'markers') return <MarkerList {...props} />;
  if (kind === 'take') {
    return <p className="hint">A take has no bodies any more: it is the solved motion. See the tab Takes.</p>;
  }
  return (
    <>
      {controller.problem && (
        <p className="refusal" role="alert">
          {controller.problem}
        </p>
      )}
      <BodyTable {...props} />
      <Remarks {...props} />
      {kind === 'simulated' && <Simulation {...props} />}
      {isExpert && controller.hasLog && (
        <section aria-label="Log">
          <SettingControl settings={controller.settings} name="upAxis" />
        </section>
      )}
      {(kind === 'live' || controller.hasLog) && <BodyIdsEditor {...props} />}
      <section aria-label="View">
        <SettingControl settings={controller.settings} name="arrangement" />
        <SettingControl settings={controller.settings} name="showNames" />
      </section>
    </>
  );
}

function BodyTable({ controller, refresh }: MocapTabProps) {
  const rows = controller.bodyRows();
  const isExpert = useIsExpert();
  return (
    <table className="body-table" aria-label="Bodies">
      <thead>
        <tr>
          <th scope="col">Body</th>
          <th scope="col">State</th>
          <th
            scope="col"
            title="How far each body is from where the skeleton has it: the shorter the bar, the better (residual)"
          >
            {isExpert ? 'Residual' : 'Fit'}
          </th>
          <th scope="col">
            <span className="hidden">Hide</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <BodyTableRow
            key={row.name}
            row={row}
            isHidden={controller.faults.hidden.has(row.name)}
            onPoint={(isPointed) => controller.mark(isPointed ? row.name : null)}
            onHide={() => {
              controller.toggleHidden(row.name);
              refresh();
            }}
          />
        ))}
      </tbody>
    </table>
  );
}

interface BodyTableRowProps {
  readonly row: BodyRow;
  readonly isHidden: boolean;
  readonly onPoint: (isPointed: boolean) => void;
  readonly onHide: () => void;
}

function BodyTableRow({ row, isHidden, onPoint, onHide }: BodyTableRowProps) {
  const { name, state, residualMm, residualDeg } = row;
  const isExpert = useIsExpert();
  const look = looks[state.look as keyof typeof looks];
  const label = bodyLabel(name);
  return (
    <tr
      data-look={look}
      data-testid={`body-${name}`}
      onPointerEnter={() => onPoint(true)}
      onPointerLeave={() => onPoint(false)}
    >
      <th scope="row">
        <span className="lamp" aria-hidden />
        {label}
      </th>
      <td className="state">{state.words}</td>
      <td className="residual">
        {residualMm === null ? (
          '–'
        ) : (
          <>
            <span className="bar" aria-hidden>
              <span style={{ width: `${Math.min(100, (residualMm / FULL_MM) * 100)}%` }} />
            </span>
            <span hidden={!isExpert}>
              {residualMm.toFixed(residualMm < 10 ? 1 : 0)} mm {(residualDeg ?? 0).toFixed(1)}°
            </span>
          </>
        )}
      </td>
      <td>
        <IconButton
          icon={isHidden ? EyeOff : Eye}
          label={isHidden ? `Let the tracker see ${label} again` : `Hide ${label} from the tracker`}
          isPressed={isHidden}
          onClick={onHide}
        />
      </td>
    </tr>
  );
}

/** Sentences about what is missing, refused or exchanged. */
function Remarks({ controller }: MocapTabProps) {
  const remarks = controller.remarks();
  if (remarks.length === 0) return null;
  return (
    <ul className="remarks" aria-label="Remarks">
      {remarks.map((remark) => (
        <li key={remark}>{remark}</li>
      ))}
    </ul>
  );
}

/** Motion, noise and losses of the simulated tracker. */
function Simulation({ controller, refresh }: MocapTabProps) {
  const { settings } = controller;
  const { names } = controller.shown;
  const isExpert = useIsExpert();
  const [pair, setPair] = useState<readonly [string, string]>(['leftHand', 'rightHand']);
  const pick = (at: 0 | 1) => (
    <select
      aria-label={at === 0 ? 'First body' : 'Second body'}
      title="Body whose id is exchanged"
      value={pair[at]}
      onChange={({ target }) => setPair(at === 0 ? [target.value, pair[1]] : [pair[0], target.value])}
    >
      {names.map((name) => (
        <option key={name} value={name}>
          {bodyLabel(name)}
        </option>
      ))}
    </select>
  );
  return (
    <section aria-label="Simulated tracker">
      <h3>Simulated tracker</h3>
      <MotionChoice controller={controller} refresh={refresh} />
      <SettingControl settings={settings} name="noiseMm" />
      <SettingControl settings={settings} name="noiseDeg" />
      <SettingControl settings={settings} name="lostPercent" />
      <div className="row exchange" hidden={!isExpert}>
        {pick(0)}
        <IconButton
          icon={ArrowLeftRight}
          label="Exchange the ids of these two bodies now"
          isPressed={controller.faults.exchanged !== null}
          isDisabled={pair[0] === pair[1]}
          onClick={() => {
            controller.exchange(pair);
            refresh();
          }}
        />
        {pick(1)}
      </div>
    </section>
  );
}
