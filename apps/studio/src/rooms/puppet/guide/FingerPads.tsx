import { fingerNames } from '@leib/puppet';
import { type PointerEvent, useState } from 'react';
import type { PuppetController } from '../puppetController.js';
import { fingerColours } from '../scene/fingerColours.js';
import './fingerPads.css';

/** Five pads on the screen, one per finger: pulled down they bend it, several at once; let go it straightens. */
export function FingerPads({ controller }: { readonly controller: PuppetController }) {
  return (
    <fieldset className="finger-pads" aria-label="Fingers" data-covers>
      {fingerNames.map((name, finger) => (
        <FingerPad
          key={name}
          name={name}
          colour={fingerColours[finger]}
          onBend={(bend) => controller.hands.bend(finger, bend)}
        />
      ))}
    </fieldset>
  );
}

interface FingerPadProps {
  readonly name: string;
  readonly colour: string;
  readonly onBend: (bend: number) => void;
}

const keySteps: Readonly<Record<string, number>> = { ArrowDown: 0.1, ArrowUp: -0.1, PageDown: 0.5, PageUp: -0.5 };

function FingerPad({ name, colour, onBend }: FingerPadProps) {
  const [bend, setBend] = useState(0);
  const set = (value: number) => {
    const next = Math.min(1, Math.max(0, value));
    setBend(next);
    onBend(next);
  };
  const pull = (event: PointerEvent<HTMLDivElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const { top, height } = event.currentTarget.getBoundingClientRect();
    set((event.clientY - top) / height);
  };
  return (
    <div
      className="finger-pad"
      role="slider"
      tabIndex={0}
      aria-label={`${name} finger`}
      aria-orientation="vertical"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(bend * 100)}
      title={`Pull down to bend the ${name}`}
      style={{ '--bend': bend, '--finger': colour } as React.CSSProperties}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        pull(event);
      }}
      onPointerMove={pull}
      onPointerUp={() => set(0)}
      onPointerCancel={() => set(0)}
      onKeyDown={(event) => {
        const step = keySteps[event.key];
        if (step === undefined) return;
        event.preventDefault();
        set(bend + step);
      }}
      onBlur={() => set(0)}
    >
      <span>{name}</span>
    </div>
  );
}
