/** The letters of the panel's font (Inter, in @pmndrs/msdfonts). */
const letters = new Set(
  'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789ÄÖÜäöüß |$()[]{}@§\\/%&?!#;:<>~+_*=^°-"\',`.\n',
);

/** Letters that it lacks, and what is written instead. */
const others: Readonly<Record<string, string>> = {
  '–': '-',
  '—': '-',
  '−': '-',
  '·': '-',
  '…': '...',
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '×': 'x',
  ø: 'o',
  Ø: 'O',
  æ: 'ae',
  Æ: 'AE',
  ł: 'l',
  Ł: 'L',
  '\u00a0': ' ',
};

/** A text with letters that the panel's font has: accents are left off, what is unknown becomes a question mark. */
export function panelLetters(text: string): string {
  return Array.from(text.normalize('NFC'), (letter) => {
    if (letters.has(letter)) return letter;
    const bare = others[letter] ?? letter.normalize('NFD').replace(/\p{M}/gu, '');
    return Array.from(bare).every((each) => letters.has(each)) ? bare : '?';
  }).join('');
}
