import { usePuppetPanel } from '../puppetPanelStore.js';
import { type BuildTool, useEditor } from './editorStore.js';

const words = {
  select: 'Click a part. Drag handles; Shift: fine, Esc: back. Delete, arrows and Tab work on the selected part.',
  propose: 'Point at a limb and click: a bone is placed along it.',
  bone: 'Drag from where the bone turns to where it ends.',
  box: 'Drag a rectangle over a part of the model.',
  paint: 'Drag over the surface to paint. Esc: back.',
  poke: 'Press on the surface: it wobbles and comes to rest.',
} as const;

/** For fingers, which have no keys. */
const touchWords = 'Tap a part, then drag its handles. Two fingers turn the view.';

/** The pointer in the picture builds, and does not play. */
export function useIsEditing(): boolean {
  const tab = usePuppetPanel((state) => state.tab);
  const { isStill, skinTool } = useEditor();
  return tab === 'build' ? isStill : tab === 'skin' && skinTool !== 'view';
}

/** What the pointer does in the picture while the puppet is built, or what it drags just now. */
export function EditHint() {
  const tab = usePuppetPanel((state) => state.tab);
  const { buildTool, skinTool, hint, busy } = useEditor();
  return (
    <p className="how-to-play edit-hint card" role="status">
      {busy ??
        (tab === 'build' ? hint : null) ??
        (tab === 'skin' ? words[skinTool === 'paint' ? 'paint' : 'poke'] : buildWords(buildTool))}
    </p>
  );
}

function buildWords(tool: BuildTool): string {
  return tool === 'select' && matchMedia('(pointer: coarse)').matches ? touchWords : words[tool];
}
