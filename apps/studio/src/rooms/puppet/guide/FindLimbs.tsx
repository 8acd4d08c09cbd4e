import { Bone } from 'lucide-react';
import { useStore } from 'zustand';
import { useIsBusy } from '../../../ui/noticesStore.js';
import type { PuppetController } from '../puppetController.js';

/** A model without parts: one click makes it playable. */
export function FindLimbs({ controller }: { readonly controller: PuppetController }) {
  const partCount = useStore(controller.document.store, ({ edits }) => edits.present.file.parts.length);
  const isBusy = useIsBusy();
  if (partCount > 0) return null;
  return (
    <section className="find-limbs card" aria-label="Model without parts">
      <p>This model has no parts yet: your hand moves it as a whole.</p>
      <button
        type="button"
        className="with-icon"
        title="Bones along its limbs, rings at their ends, and a finger for each; Ctrl+Z takes them away again"
        disabled={isBusy}
        onClick={() => void controller.findLimbs()}
      >
        <Bone size={16} strokeWidth={1.9} aria-hidden />
        Find its limbs
      </button>
    </section>
  );
}
