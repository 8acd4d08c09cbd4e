import { refusalOf } from '@leib/core';
import { defaultWalls, parseWalls } from '@leib/net';
import { useEffect, useRef, useState } from 'react';
import { saveFile } from '../../files/saveFile.js';
import { Button } from '../../ui/Button.js';
import { FileInput } from '../../ui/FileInput.js';
import { Fold } from '../../ui/PanelParts.js';
import { useOverview } from './overviewStore.js';

const textOf = (walls: object) =>
  JSON.stringify(walls, null, 2).replace(
    /\[\s+([^[\]{}]*?)\s+\]/g,
    (_, inner: string) => `[${inner.replace(/\s+/g, ' ')}]`,
  );

/** The wall file as text: edit, upload, save, and use it for all walls. */
export function WallsEditor({ onWalls }: { readonly onWalls: (text: string) => void }) {
  const walls = useOverview((state) => state.walls);
  const problem = useOverview((state) => state.problem);
  const [draft, setDraft] = useState<string | null>(null);
  const [refusal, setRefusal] = useState('');
  const upload = useRef<HTMLInputElement>(null);
  // Another file is in use: the draft was taken, or replaced by another page.
  useEffect(() => {
    if (walls) setDraft(null);
  }, [walls]);
  const text = draft ?? (walls ? textOf(walls) : '');
  const use = (next: string) => {
    const refused = refusalOf(parseWalls(next)) ?? '';
    setRefusal(refused);
    setDraft(next);
    useOverview.setState({ problem: '' });
    if (refused === '') onWalls(next);
  };
  const line = refusal || problem;
  return (
    <Fold title="Wall file" className="walls-editor">
      <textarea
        aria-label="Wall file"
        spellCheck={false}
        rows={14}
        value={text}
        onChange={(event) => setDraft(event.target.value)}
      />
      {line !== '' && (
        <p role="alert" className="refusal">
          {line}
        </p>
      )}
      <div className="row buttons">
        <Button disabled={draft === null} onClick={() => use(text)}>
          Use for all walls
        </Button>
        <Button onClick={() => upload.current?.click()}>Upload</Button>
        <Button onClick={() => saveFile('walls.json', text, 'application/json')}>Save</Button>
      </div>
      <div className="row buttons">
        <Button onClick={() => use(textOf(defaultWalls))}>Back to the CAVE</Button>
      </div>
      <FileInput
        inputRef={upload}
        label="Wall file to upload"
        accept=".json"
        onFile={(file) => void file.text().then(use)}
      />
    </Fold>
  );
}
