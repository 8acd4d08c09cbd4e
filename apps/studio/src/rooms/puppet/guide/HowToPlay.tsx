import { useState } from 'react';
import { useRefreshEvery } from '../../../time/useClock.js';
import type { PuppetController } from '../puppetController.js';

const fingerKeys = [
  ['Space', 'thumb'],
  ['F', 'index'],
  ['D', 'middle'],
  ['S', 'ring'],
  ['A', 'little'],
  ['G', 'four fingers'],
] as const;

/** One line on how to play with mouse and keys; gone once fingers have moved for a while. */
export function HowToPlay({ controller }: { readonly controller: PuppetController }) {
  const [bentCount, setBentCount] = useState(0);
  const [first] = controller.hands.slots;
  useRefreshEvery(0.2, () => {
    if (first.kind === 'screen' && first.signal.bends.some((bend) => bend > 0.6)) setBentCount((count) => count + 1);
  });
  if (first.kind !== 'screen' || bentCount > 10) return null;
  return (
    <p className="how-to-play card">
      <span>Move the mouse: the puppet follows.</span>
      {fingerKeys.map(([key, finger]) => (
        <span key={key}>
          <kbd>{key}</kbd> {finger}
        </span>
      ))}
    </p>
  );
}
