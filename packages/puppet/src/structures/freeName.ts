/** The name, or with the first letter that makes it one of its own; numbers are for the bones of one limb. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  let letter = 1;
  const lettered = () => `${name} ${letters(letter)}`;
  while (taken.has(lettered())) letter++;
  return lettered();
}

/** A, B, .. Z, AA, AB, .. */
function letters(number: number): string {
  const last = String.fromCharCode(65 + (number % 26));
  return number < 26 ? last : letters(Math.floor(number / 26) - 1) + last;
}
