import { useId } from 'react';
import type { OpenClip } from '../../files/readClip.js';
import { Button } from '../../ui/Button.js';
import { Select } from '../../ui/Select.js';
import { useStudio } from '../StudioContext.js';
import { useStudioStore } from '../studioStore.js';
import './clipFacts.css';
import { boneRowsOfClip, type ClipRow, clipRows } from './clipRows.js';

/** What was assumed about the BVH file that is played, in a line; a click opens choices. */
export default function ClipFacts({ clip }: { readonly clip: OpenClip }) {
  const isEditing = useStudioStore((state) => state.isEditingClip);
  const missing = boneRowsOfClip(clip).filter(({ value }) => value === '');
  return (
    <div className="clip-facts">
      <p className="hint" title={clip.assumptions.map(({ sentence }) => sentence).join('\n')}>
        Read as {clip.assumptions.map(({ short }) => short).join(', ')}.{' '}
        <Button
          className="link"
          aria-expanded={isEditing}
          onClick={() => useStudioStore.setState({ isEditingClip: !isEditing })}
        >
          {isEditing ? 'Done' : 'Change'}
        </Button>
      </p>
      {isEditing && (
        <fieldset className="clip-choices" aria-label="How the file is read">
          {clip.assumptions.map(({ what, sentence, isSure }) => (
            <p key={what} className="hint" data-doubtful={!isSure}>
              {sentence}
            </p>
          ))}
          {clipRows(clip).map((row) => (
            <Row key={row.label} row={row} />
          ))}
          <details open={missing.length > 0}>
            <summary>Bones{missing.length > 0 ? `: ${missing.length} missing` : ''}</summary>
            {boneRowsOfClip(clip).map((row) => (
              <Row key={row.bone} row={row} />
            ))}
          </details>
        </fieldset>
      )}
    </div>
  );
}

function Row({ row: { label, help, value, options, choose } }: { readonly row: ClipRow }) {
  const studio = useStudio();
  const id = useId();
  return (
    <div className="control row">
      <label htmlFor={id}>{label}</label>
      <Select
        id={id}
        title={help}
        value={value}
        options={options}
        onChange={(next) => void studio.readClipAs(choose(next))}
      />
    </div>
  );
}
