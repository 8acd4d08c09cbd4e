import { MousePointer2, MoveDiagonal, MoveVertical, Pentagon, StickyNote } from 'lucide-react';
import { Button } from '../../../ui/Button.js';
import { IconButton } from '../../../ui/IconButton.js';
import type { TogetherPart } from '../togetherController.js';
import type { Tool } from './measuresController.js';
import { NoteForm } from './NoteForm.js';

const tools = [
  { tool: 'distance', icon: MoveDiagonal, label: 'Measure a distance', hint: 'Click two points.' },
  { tool: 'height', icon: MoveVertical, label: 'Measure a height', hint: 'Click two points: how much higher one is.' },
  { tool: 'area', icon: Pentagon, label: 'Measure an area', hint: 'Click its corners, at last the first one again.' },
  { tool: 'note', icon: StickyNote, label: 'Leave a note', hint: 'Click where the note belongs.' },
] as const satisfies readonly { readonly tool: Tool; readonly [key: string]: unknown }[];

/** What one has in hand: to point, to measure, to leave a note. */
export function ToolRow({ controller }: Pick<TogetherPart, 'controller'>) {
  const { measures, isPointing } = controller;
  const active = tools.find(({ tool }) => tool === measures.tool);
  return (
    <section className="together-tools" aria-label="Tools">
      <div className="row">
        <IconButton
          icon={MousePointer2}
          label={isPointing ? 'Stop pointing' : 'Point'}
          word="Point"
          isPressed={isPointing}
          onClick={() => controller.setPointing(!isPointing)}
        />
        {tools.map(({ tool, icon, label }) => (
          <IconButton
            key={tool}
            icon={icon}
            label={label}
            isPressed={measures.tool === tool}
            onClick={() => controller.setTool(measures.tool === tool ? null : tool)}
          />
        ))}
      </div>
      {isPointing && (
        <p className="hint">All see where your mouse or finger is, or your right hand points in a headset.</p>
      )}
      {active && !measures.noteAt && (
        <p className="hint" role="status">
          {active.hint} Esc ends it.
        </p>
      )}
      {measures.noteAt && <NoteForm controller={controller} />}
      {measures.placed.length > 0 && (
        <div className="row together-placing">
          <Button
            className="small"
            title="Takes back the point that was placed last; Ctrl+Z does, too"
            onClick={() => controller.undo()}
          >
            Take back
          </Button>
          {measures.canCloseArea && (
            <Button
              className="small"
              title="Ends the area at its first corner; Enter does, too"
              onClick={() => measures.closeArea()}
            >
              Close the area
            </Button>
          )}
        </div>
      )}
    </section>
  );
}
