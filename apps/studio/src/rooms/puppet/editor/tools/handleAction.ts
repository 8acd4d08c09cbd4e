import { translatePart } from '@leib/puppet';
import { fixedText } from '../../../../ui/fixedText.js';
import type { Pixel } from '../../../../world/nearestAngle.js';
import type { EditContext, PointerAction } from '../editContext.js';
import type { EditHandle, HandleValue } from '../handles/editHandle.js';
import { isPoint } from '../handles/shapeHandles.js';
import { HandleDrag } from '../pointer/handleDrag.js';
import { restFrameOf } from '../pointer/restFrame.js';

/** Drags one handle of a part, by its name; an empty one is the whole puppet. Limits act at once, and the part is shown at the limit; shapes are cut on release. */
export function dragHandle(context: EditContext, part: string, handle: EditHandle, at: Pixel): PointerAction {
  const { controller, rays } = context;
  const { model, state } = controller.player;
  const drag = new HandleDrag(handle, restFrameOf(model, state, part, handle.rides), rays, at);
  const before = controller.document.file;
  const isLimit = handle.rides === 'parent';
  const finish = () => {
    context.draft = null;
    context.reached = null;
    context.controller.show({ hint: null });
  };
  return {
    move(to, isFine) {
      const value = drag.move(to, isFine);
      context.draft = handle.apply(before, value);
      context.reached = handle.reach ? { part, turn: handle.reach(value) } : null;
      if (isLimit) controller.preview(context.draft);
      context.controller.show({ hint: wordsOf(handle, value) });
    },
    end() {
      const { draft } = context;
      finish();
      if (isLimit) controller.preview(null);
      if (draft) context.controller.edit(handle.label, () => draft);
    },
    cancel() {
      finish();
      if (isLimit) controller.preview(null);
    },
  };
}

/** What the pointer holds, and its value as the fields show it. */
function wordsOf({ label, look, motion }: EditHandle, value: HandleValue): string {
  if (isPoint(value)) return label;
  if (motion.kind === 'line') return `${label}: ${fixedText(value * 100, 1)} cm`;
  return `${label}: ${look === 'turn' ? 'by ' : ''}${fixedText((value * 180) / Math.PI, 0)}°`;
}

/** Moves a part, with all that hangs on it, in the plane that faces the viewer. */
export function dragPart(context: EditContext, name: string, at: Pixel): PointerAction {
  const before = context.controller.document.file;
  const part = before.parts.find((one) => one.name === name);
  const middle = part?.shape.kind === 'bone' ? part.shape.influence.centre : (part?.shape.centre ?? [0, 0, 0]);
  const whole: EditHandle = {
    id: 'move',
    label: `Move ${name}`,
    look: 'centre',
    rides: 'part',
    motion: { kind: 'free', at: middle },
    apply: (file, to) =>
      isPoint(to) ? translatePart(file, name, [to[0] - middle[0], to[1] - middle[1], to[2] - middle[2]]) : file,
  };
  return dragHandle(context, name, whole, at);
}
