import { Bone, BoxSelect, MousePointer2, Sparkles, WandSparkles } from 'lucide-react';
import { useIsExpert } from '../../../../ui/level.js';
import { useIsBusy } from '../../../../ui/noticesStore.js';
import type { PuppetTabProps } from '../../panel/puppetTab.js';
import { selectPart } from '../../puppetPanelStore.js';
import { type BuildTool, useEditor } from '../editorStore.js';
import { openEditor } from '../openEditor.js';
import { Switch } from './fields.js';

const tools = [
  {
    id: 'select',
    icon: MousePointer2,
    label: 'Select',
    help: 'Click a part in the picture, then drag its handles; drag the part itself to move it',
  },
  {
    id: 'propose',
    icon: WandSparkles,
    label: 'Propose',
    help: 'Point at a limb: a bone that fits it is shown with what it would hold; click to keep it',
  },
  { id: 'bone', icon: Bone, label: 'Bone', help: 'Drag from where it turns to where it ends' },
  {
    id: 'box',
    icon: BoxSelect,
    label: 'Box',
    help: 'Drag a rectangle over a part of the model: all inside goes with it',
  },
] as const satisfies readonly { id: BuildTool; icon: unknown; label: string; help: string }[];

/** What the pointer does in the picture, and what the picture shows while building. */
export function BuildTools({ controller }: PuppetTabProps) {
  const isExpert = useIsExpert();
  const isPageBusy = useIsBusy();
  const { buildTool, isStill, showsCut, showsLimits, busy, hint } = useEditor();
  const choose = (tool: BuildTool) => {
    useEditor.setState({ buildTool: tool, ...(tool === 'select' ? {} : { isStill: true }) });
    if (tool === 'propose') void openEditor.getState().editor?.limbs();
  };
  return (
    <>
      <div className="tool-row" role="toolbar" aria-label="Tools for building">
        {tools.map(({ id, icon: Icon, label, help }) => (
          <button key={id} type="button" aria-pressed={buildTool === id} title={help} onClick={() => choose(id)}>
            <Icon size={18} strokeWidth={1.8} aria-hidden />
            {label}
          </button>
        ))}
      </div>
      <p className="hint" role="status">
        {busy ?? hint ?? tools.find(({ id }) => id === buildTool)?.help}
      </p>
      {busy && <progress aria-label={busy} />}
      <FindAllLimbs controller={controller} isBusy={busy !== null || isPageBusy} />
      <Switch
        label="Stand still"
        help="The puppet stands as its model does while you build; switch off to play with it here"
        isOn={isStill}
        onChange={(isOn) => useEditor.setState({ isStill: isOn, ...(isOn ? {} : { buildTool: 'select' }) })}
      />
      <Switch
        label="Colours of the parts"
        help="Which part holds what; grey goes with the whole puppet"
        isOn={showsCut}
        onChange={(isOn) => useEditor.setState({ showsCut: isOn })}
      />
      {isExpert && (
        <Switch
          label="Limits in the picture"
          help="Fans and cones of the selected part: drag their ends instead of its shape"
          isOn={showsLimits}
          onChange={(isOn) => useEditor.setState({ showsLimits: isOn })}
        />
      )}
      <HandSwitch controller={controller} />
    </>
  );
}

function FindAllLimbs({ controller, isBusy }: Pick<PuppetTabProps, 'controller'> & { readonly isBusy: boolean }) {
  const count = controller.document.file.parts.length;
  const find = async () => {
    await controller.findLimbs();
    selectPart(null);
  };
  const help =
    count === 0
      ? 'Bones along all limbs, rings to drag, and a finger for each: playable at once'
      : `The ${count} parts there are give way to those that are found; undo brings them back`;
  return (
    <div className="row buttons">
      <button
        type="button"
        className="with-icon"
        disabled={isBusy}
        title={isBusy ? 'Limbs are being looked for' : help}
        onClick={() => void find()}
      >
        <Sparkles size={15} strokeWidth={1.9} aria-hidden />
        Find all limbs
      </button>
    </div>
  );
}

/** The tracked hand as a pointer, where there is one. */
export function HandSwitch({ controller }: Pick<PuppetTabProps, 'controller'>) {
  const usesHand = useEditor((state) => state.usesHand);
  const { source, kind } = controller.hands.slots[0];
  const isTracked = source !== null && kind !== 'screen';
  return (
    <Switch
      label="Edit with the hand"
      help={
        isTracked
          ? 'The first hand points in the picture; a pinch of thumb and index selects and drags'
          : 'Connect a glove, a webcam or another source of the first hand in the tab Play first'
      }
      isOn={usesHand && isTracked}
      isDisabled={!isTracked}
      onChange={(isOn) => useEditor.setState({ usesHand: isOn })}
    />
  );
}
