import { Box, Circle, Cookie, Droplets, ToyBrick, Trash2 } from 'lucide-react';
import { useStore } from 'zustand';
import { IconButton } from '../../../ui/IconButton.js';
import { stageActions } from '../guide/stageActions.js';
import type { PuppetController } from '../puppetController.js';
import { type StageCompanion, useThings } from './stageCompanion.js';

const MOST_THINGS = 16;

/** Buttons that bring things onto the stage. */
export function ThingsBar({ controller }: { readonly controller: PuppetController }) {
  const companion = useThings((state) => state.companion);
  const { bubbles } = useStore(controller.document.store, ({ edits }) => edits.present.file.stage);
  const isShown = controller.settings.values().showThings;
  if (!companion) return null;
  const toggle = (
    <IconButton
      icon={ToyBrick}
      word="Things"
      label="Things on the stage: push, hold and eat them (T)"
      isPressed={isShown}
      onClick={() => stageActions.things(controller)}
    />
  );
  return (
    <div className="stage-bar things-bar card" role="toolbar" aria-label="Things">
      {toggle}
      {isShown && <ThingButtons companion={companion} canBlow={bubbles !== null} />}
    </div>
  );
}

function ThingButtons({ companion, canBlow }: { readonly companion: StageCompanion; readonly canBlow: boolean }) {
  const { thingCount, isBlowing } = useThings();
  const isFull = thingCount >= MOST_THINGS;
  return (
    <>
      <IconButton icon={Circle} label="Add a ball" isDisabled={isFull} onClick={() => companion.add('ball')} />
      <IconButton icon={Box} label="Add a block" isDisabled={isFull} onClick={() => companion.add('block')} />
      <IconButton
        icon={Cookie}
        label="Serve a biscuit: close the mouth on it to bite"
        isDisabled={isFull}
        onClick={() => companion.add('biscuit')}
      />
      <IconButton
        icon={Droplets}
        label={canBlow ? 'Blow bubbles' : 'Blow bubbles: this puppet has no mouth'}
        isDisabled={!canBlow}
        isPressed={isBlowing}
        onClick={() => companion.setBlowing(!isBlowing)}
      />
      <IconButton
        icon={Trash2}
        label="Clear the stage"
        isDisabled={thingCount === 0 && !isBlowing}
        onClick={() => companion.clear()}
      />
    </>
  );
}
