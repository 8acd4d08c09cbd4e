import { useStore } from 'zustand';
import { useIsExpert } from '../../../ui/level.js';
import type { PuppetTabProps } from '../panel/puppetTab.js';
import { partNamed } from './handles/shapeHandles.js';
import { BuildTools } from './panel/BuildTools.js';
import { PartCard } from './panel/PartCard.js';
import { PartTree } from './panel/PartTree.js';
import { countUnheld } from './surface/editColours.js';
import './panel/editor.css';

/** What the puppet is made of: bones and boxes, how they hang together, how far they turn. */
export default function BuildTab(props: PuppetTabProps) {
  const { controller } = props;
  const { editor } = props.workshop;
  const selected = useStore(controller.state, (state) => state.selectedPart);
  const isExpert = useIsExpert();
  const { file } = controller.document;
  const part = partNamed(file, selected);
  return (
    <>
      <section aria-label="Tools">
        <BuildTools {...props} />
      </section>
      <section aria-label="Structure">
        <h3>Parts</h3>
        {file.parts.length === 0 && (
          <p className="hint">This model has no parts yet: the hand moves it as a whole. Let its limbs be found.</p>
        )}
        <PartTree controller={controller} />
        {isExpert && file.parts.length > 0 && <Unheld {...props} />}
      </section>
      {part && <PartCard editor={editor} part={part} />}
    </>
  );
}

/** How much of the surface no part holds. */
function Unheld({ controller }: PuppetTabProps) {
  const { model } = controller.player;
  const count = countUnheld(model);
  return (
    <p className="hint" data-testid="unheld">
      {count === 0
        ? 'Every place of the surface is held by a part.'
        : `${count} of ${model.mesh.placeCount} places are held by no part (grey): they go with the whole puppet.`}
    </p>
  );
}
