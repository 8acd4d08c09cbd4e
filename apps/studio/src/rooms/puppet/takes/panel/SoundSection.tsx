import { AudioLines } from 'lucide-react';
import { useRef } from 'react';
import { FileInput } from '../../../../ui/FileInput.js';
import type { EntryProps } from './takesProps.js';

/** A sound along with the take. */
export function SoundSection({ controller, takes, entry }: EntryProps) {
  const input = useRef<HTMLInputElement>(null);
  const open = (file: File) =>
    takes
      .openFile(file)
      .then((isOpened) => isOpened || controller.say('error', `${file.name}: expected a sound, got another file.`))
      .catch((error: Error) => controller.say('error', error.message))
      .finally(controller.refresh);
  return (
    <section aria-label="Sound">
      <div className="take-buttons">
        <button type="button" title="Move the lips to it by hand" onClick={() => input.current?.click()}>
          <AudioLines size={15} aria-hidden /> {entry.sound ? 'Another sound …' : 'Add a sound …'}
        </button>
        {entry.sound && (
          <button
            type="button"
            onClick={() => {
              takes.setSound(null);
              controller.refresh();
            }}
          >
            Remove {entry.sound.name}
          </button>
        )}
      </div>
      <FileInput inputRef={input} label="Sound of the take" accept="audio/*" onFile={(file) => void open(file)} />
    </section>
  );
}
