import type { LucideIcon } from 'lucide-react';
import { useStore } from 'zustand';
import { Button } from '../../../ui/Button.js';
import { Switch } from '../panel/form.js';
import type { PuppetController } from '../puppetController.js';

interface ToolRowProps<Id extends string> {
  readonly label: string;
  readonly tools: readonly {
    readonly id: Id;
    readonly icon: LucideIcon;
    readonly label: string;
    readonly help: string;
  }[];
  readonly chosen: Id;
  readonly onChoose: (id: Id) => void;
}

/** What the pointer does in the picture. */
export function ToolRow<Id extends string>({ label, tools, chosen, onChoose }: ToolRowProps<Id>) {
  return (
    <div className="tool-row" role="toolbar" aria-label={label}>
      {tools.map(({ id, icon: Icon, label: word, help }) => (
        <Button key={id} aria-pressed={chosen === id} title={help} onClick={() => onChoose(id)}>
          <Icon size={18} strokeWidth={1.8} aria-hidden />
          {word}
        </Button>
      ))}
    </div>
  );
}

/** The tracked hand as a pointer, where there is one. */
export function HandSwitch({ controller }: { readonly controller: PuppetController }) {
  const usesHand = useStore(controller.state, (state) => state.usesHand);
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
      onChange={(isOn) => controller.show({ usesHand: isOn })}
    />
  );
}
