/** One word of docs/glossary.md. */
export interface GlossaryEntry {
  readonly section: string;
  readonly word: string;
  readonly meaning: string;
}

/** Reads the tables of docs/glossary.md: a heading per section, one row per word. */
export function readGlossary(markdown: string): readonly GlossaryEntry[] {
  const entries: GlossaryEntry[] = [];
  let section = '';
  for (const line of markdown.split('\n')) {
    if (line.startsWith('## ')) section = line.slice(3).trim();
    const cells = /^\| (.+?) \| (.+) \|$/.exec(line);
    if (cells && cells[1] !== 'word') entries.push({ section, word: cells[1], meaning: cells[2] });
  }
  return entries;
}

/** Entries whose word or meaning has the text; those whose word begins with it come first. */
export function searchGlossary(entries: readonly GlossaryEntry[], text: string): readonly GlossaryEntry[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return entries;
  const rank = ({ word, meaning }: GlossaryEntry) => {
    if (word.toLowerCase().split(', ').includes(wanted)) return 0;
    if (word.toLowerCase().includes(wanted)) return 1;
    return meaning.toLowerCase().includes(wanted) ? 2 : 3;
  };
  return entries
    .map((entry) => ({ entry, rank: rank(entry) }))
    .filter((each) => each.rank < 3)
    .sort((a, b) => a.rank - b.rank)
    .map(({ entry }) => entry);
}

/** The meaning without names of the source code: "(`Skeleton`)" and "(`stepEmbody` lists them)". */
export function withoutCode(meaning: string): string {
  return meaning.replace(/ \([^()]*`[^()]*\)/g, '').replaceAll('`', '');
}
