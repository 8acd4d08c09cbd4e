import type { FingerModel } from '../fingers/fingerModel.js';
import type { Both } from '../fingers/stepFingers.js';

/** The same body with hands that stay as they are. */
export function withoutFingers<Model extends { readonly fingers: Both<FingerModel> }>(model: Model): Model {
  const [left, right] = model.fingers;
  return {
    ...model,
    fingers: [
      { ...left, joints: [] },
      { ...right, joints: [] },
    ],
  };
}
