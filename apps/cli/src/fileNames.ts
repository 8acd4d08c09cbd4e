/** Characters of a name that every system takes; others become "_". */
const unusable = /[^\p{L}\p{N}._ -]/gu;
/** Names that mean something else: of folders, and of devices on Windows. */
const reserved = /^(\.{0,2}|con|prn|aux|nul|com\d|lpt\d)$/i;
const MAX_LENGTH = 100;

/**
 * Gives every id the name of a file, without an ending. Ids that would have the same name ("a/b" and "a_b", "Ann" and "ann") get a
 * number behind it, so that none replaces another.
 */
export function createFileNames(): (id: string) => string {
  const taken = new Set<string>();
  return (id) => {
    const plain = id
      .normalize('NFC')
      .replace(unusable, '_')
      .slice(0, MAX_LENGTH)
      .replace(/[. ]+$/, '');
    const name = reserved.test(plain) ? `_${plain}` : plain;
    let unique = name;
    for (let number = 2; taken.has(unique.toLowerCase()); number++) unique = `${name}-${number}`;
    taken.add(unique.toLowerCase());
    return unique;
  };
}
