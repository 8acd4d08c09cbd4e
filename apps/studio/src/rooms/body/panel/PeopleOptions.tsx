interface PeopleOptionsProps {
  readonly label: string;
  /** Prefix of the option's value, before the id. */
  readonly kind: string;
  readonly people: readonly { readonly id: string }[];
}

/** A group of options, one per person; renders nothing for an empty list. */
export function PeopleOptions({ label, kind, people }: PeopleOptionsProps) {
  if (people.length === 0) return null;
  return (
    <optgroup label={label}>
      {people.map(({ id }) => (
        <option key={id} value={`${kind}:${id}`}>
          {id}
        </option>
      ))}
    </optgroup>
  );
}
