import { Check } from 'lucide-react';
import { useState } from 'react';
import { storedPeople, storeProfile } from '../../../files/profileStorage.js';
import { notify } from '../../../ui/pageStore.js';
import type { WearController } from '../wearController.js';
import './guideEnd.css';

/** The end of the guide: save what was found under a name. */
export function GuideEnd({ controller }: { readonly controller: WearController }) {
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
