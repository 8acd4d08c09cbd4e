import type { PuppetFile } from '@leib/puppet';
import { WHOLE_PUPPET } from '../wholePuppet.js';

interface PartChoiceProps {
  /** What the choice is for, read aloud. */
  readonly label: string;
  readonly parts: PuppetFile['parts'];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** Some of the puppet's parts, or the whole. */
export function PartChoice({ label, parts, chosen, onChange }: PartChoiceProps) {
  const toggle = (name: string) =>
    onChange(chosen.includes(name) ? chosen.filter((other) => other !== name) : [...chosen, name]);
  return (
    <fieldset className="part-choice" aria-label={label}>
      {[...parts.map(({ name }) => name), WHOLE_PUPPET].map((name) => (
        <button key={name} type="button" aria-pressed={chosen.includes(name)} onClick={() => toggle(name)}>
          {name}
        </button>
      ))}
    </fieldset>
  );
}
