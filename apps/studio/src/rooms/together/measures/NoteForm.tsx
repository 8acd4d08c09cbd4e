import { type FormEvent, useState } from 'react';
import { Button } from '../../../ui/Button.js';
import type { TogetherPart } from '../togetherController.js';

/** What a note says, once its place is chosen. */
export function NoteForm({ controller }: Pick<TogetherPart, 'controller'>) {
  const [text, setText] = useState('');
  const [hasPicture, setHasPicture] = useState(true);
  const [isSending, setIsSending] = useState(false);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setIsSending(true);
    await controller.saveNote(text, hasPicture);
    setIsSending(false);
  };
  return (
    <form className="together-note" aria-label="Note" onSubmit={(event) => void save(event)}>
      <textarea
        aria-label="What the note says"
        placeholder="What is here?"
        rows={3}
        maxLength={2000}
        // biome-ignore lint/a11y/noAutofocus: its place was chosen by a click just now, and its words come next
        autoFocus
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <label className="together-check">
        <input
          type="checkbox"
          title="A picture of what you see now goes with the note"
          checked={hasPicture}
          onChange={({ target }) => setHasPicture(target.checked)}
        />
        With a picture of what I see
      </label>
      <div className="row">
        <Button className="small" title="No note" onClick={() => controller.measures.cancel()}>
          Cancel
        </Button>
        <button
          type="submit"
          className="small"
          title="Leaves the note there, for all"
          disabled={isSending || (text.trim() === '' && !hasPicture)}
        >
          {isSending ? 'Sending…' : 'Leave the note'}
        </button>
      </div>
    </form>
  );
}
