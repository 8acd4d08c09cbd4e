interface PeopleOptionsProps {
  readonly label: string;
  /** Stands before each one's name in the option's value. */
  readonly kind: string;
  readonly people: readonly { readonly id: string }[];
}

/** People to choose from, in a group of a list; nothing where there are none. */
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
