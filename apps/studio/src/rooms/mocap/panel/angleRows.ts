/** A row of the table of angles: one of the middle, or one of the left and one of the right. */
export interface AngleRow {
  readonly label: string;
  /** Places among the skeleton's angles; null where that side has none. */
  readonly left: number | null;
  readonly right: number | null;
  readonly middle: number | null;
}

/** The angles of a skeleton by their names ("leftUpperArm.twist"): both sides of the body in one row. */
export function angleRows(names: readonly string[]): AngleRow[] {
  const rows = new Map<string, { -readonly [Key in keyof AngleRow]: AngleRow[Key] }>();
  names.forEach((name, place) => {
    const [, side, rest] = /^(left|right)(?=[A-Z])(.*)$/.exec(name) ?? [null, 'middle', name];
    const label = inWords(rest);
    const row = rows.get(label) ?? { label, left: null, right: null, middle: null };
    row[side as 'left' | 'right' | 'middle'] = place;
    rows.set(label, row);
  });
  return [...rows.values()];
}

/** "UpperArm.twist" is "Upper arm, twist". */
function inWords(name: string): string {
  const words = name.replace('.', ', ').replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
