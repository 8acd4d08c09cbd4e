import { removePart, translatePart } from '@leib/puppet';
import { Vector3 } from 'three';
import type { PuppetController } from '../puppetController.js';
import { boundsOf } from '../scene/puppetPoints.js';
import type { EditContext } from './editContext.js';

/** Way of an arrow key, share of the puppet's size; with Shift a tenth of it. */
const NUDGE = 0.01;

const arrows: Readonly<Record<string, readonly [right: number, up: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** What keys work on. */
interface EditedByKeys extends EditContext {
  /** Ends what a pointer does without an effect. Returns whether there was something. */
  cancelAction(): boolean;
}

/** Keys while a part is built: Delete, arrows, Tab, Escape. Not while a field or a control of the panel has the focus. */
export function listenToEditKeys(editor: EditedByKeys): () => void {
  const listening = new AbortController();
  addEventListener(
    'keydown',
    (event) => {
      if (!hear(editor, event)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    { signal: listening.signal, capture: true },
  );
  return () => listening.abort();
}

/** Returns whether the key meant something. */
function hear(editor: EditedByKeys, event: KeyboardEvent): boolean {
  const { tab, selectedPart } = editor.controller.shown;
  const target = event.target instanceof Element ? event.target : null;
  // In the tab Play keys are fingers; only what a pointer drags can be given up.
  if (tab === 'play' && event.key === 'Escape') return editor.cancelAction();
  if ((tab !== 'build' && tab !== 'skin') || target?.closest('dialog, input, textarea, select')) return false;
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (event.key === 'Escape') return leave(editor);
  const isInPicture = !target || target === document.body || target.tagName === 'CANVAS';
  const isInList = target?.closest('.part-tree') !== null && target !== null;
  if (tab !== 'build' || selectedPart === null || !(isInPicture || isInList)) return false;
  if (event.key === 'Delete' || event.key === 'Backspace') {
    removeSelected(editor.controller);
    return true;
  }
  if (!isInPicture) return false;
  if (event.key === 'Tab') {
    selectNext(editor, event.shiftKey ? -1 : 1);
    return true;
  }
  const arrow = arrows[event.key];
  if (arrow) nudge(editor, selectedPart, arrow, event.shiftKey);
  return arrow !== undefined;
}

function leave(editor: EditedByKeys): boolean {
  if (editor.cancelAction()) return true;
  const { buildTool, skinTool } = editor.controller.shown;
  if (buildTool !== 'select' || skinTool !== 'view') {
    editor.controller.show({ buildTool: 'select', skinTool: 'view' });
    return true;
  }
  const isSelected = editor.controller.shown.selectedPart !== null;
  editor.controller.show({ selectedPart: null });
  return isSelected;
}

/** Takes the selected part away; what it was linked to is selected next. */
export function removeSelected(controller: PuppetController): void {
  const { selectedPart } = controller.shown;
  const parent = controller.document.file.parts.find(({ name }) => name === selectedPart)?.parent ?? null;
  if (selectedPart === null || !controller.edit(`delete ${selectedPart}`, (file) => removePart(file, selectedPart)))
    return;
  controller.show({ selectedPart: parent });
}

function selectNext({ controller }: EditedByKeys, step: number): void {
  const { parts } = controller.document.file;
  const at = parts.findIndex(({ name }) => name === controller.shown.selectedPart);
  controller.show({ selectedPart: parts[(at + step + parts.length) % parts.length]?.name ?? null });
}

function nudge(editor: EditedByKeys, name: string, [right, up]: readonly [number, number], isFine: boolean): void {
  const { camera } = editor.rays;
  const way = boundsOf(editor.controller.document.mesh).size * NUDGE * (isFine ? 0.1 : 1);
  const by = new Vector3(right * way, up * way, 0).applyQuaternion(camera.quaternion);
  editor.controller.edit(`move ${name}`, (file) => translatePart(file, name, [by.x, by.y, by.z]), `nudge ${name}`);
}
