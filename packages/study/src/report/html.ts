/** Text in a page: whatever somebody has typed is shown, and never becomes markup. */
export function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

/** A number to so many digits that matter; an en dash for none. */
export function numberText(value: number, digits = 3): string {
  if (!Number.isFinite(value)) return '–';
  // What is left of sums of equal numbers is no number to show.
  if (Math.abs(value) < 1e-12) return '0';
  const size = Math.abs(value);
  const text =
    size >= 10 ** digits || size < 1e-4
      ? value.toPrecision(digits)
      : value.toFixed(Math.max(0, digits - 1 - Math.floor(Math.log10(size))));
  return text.replace('-', '−');
}

/** The same without zeros that only fill: for counts, sums of ranks and axes. */
export function plainText(value: number): string {
  return String(Number(value.toPrecision(6))).replace('-', '−');
}

/** As papers print it: without the zero, and nothing smaller than .001. */
export function pText(p: number): string {
  if (Number.isNaN(p)) return '–';
  return p < 0.001 ? '< .001' : p.toFixed(3).replace(/^0/, '');
}

export function intervalText([low, high]: readonly [number, number], digits = 3): string {
  return Number.isFinite(low) && Number.isFinite(high)
    ? `[${numberText(low, digits)}, ${numberText(high, digits)}]`
    : '–';
}

/** A table; cells are markup. The first column names its row. */
export function tableHtml(head: readonly string[], rows: readonly (readonly string[])[], caption = ''): string {
  const cells = (row: readonly string[]) =>
    row.map((cell, i) => (i === 0 ? `<th scope="row">${cell}</th>` : `<td>${cell}</td>`)).join('');
  return `<div class="wide"><table>${caption === '' ? '' : `<caption>${caption}</caption>`}<thead><tr>${head
    .map((cell) => `<th scope="col">${cell}</th>`)
    .join('')}</tr></thead><tbody>${rows.map((row) => `<tr>${cells(row)}</tr>`).join('\n')}</tbody></table></div>`;
}

const style = `
:root { color-scheme: light dark; --ink: light-dark(#1d2430, #e6e9ef); --soft: light-dark(#5b6675, #9aa5b5); --line: light-dark(#d9dee6, #353d4a);
  --paper: light-dark(#ffffff, #14181f); --mark: light-dark(#2463c9, #7fb0ff); --other: light-dark(#c2410c, #ffa36b); }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 .3rem; } h2 { font-size: 1.25rem; margin: 2.5rem 0 .5rem; border-top: 1px solid var(--line); padding-top: 1rem; }
h3 { font-size: 1.02rem; margin: 1.5rem 0 .4rem; } p { margin: .4rem 0; } .soft, caption, small { color: var(--soft); }
.first-look { border-left: 4px solid var(--other); padding: .3rem .8rem; margin: 1rem 0; }
.wide { overflow-x: auto; } table { border-collapse: collapse; font-size: .87rem; font-variant-numeric: tabular-nums; margin: .5rem 0; }
th, td { padding: .2rem .6rem; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; } th[scope=row], thead th:first-child { text-align: left; font-weight: 500; }
caption { text-align: left; caption-side: top; } .sides { display: grid; grid-template-columns: minmax(0, 27rem) minmax(0, 1fr); gap: 1rem; align-items: start; }
svg { width: 100%; max-width: 27rem; height: auto; font-size: 11px; } svg text { fill: var(--soft); } .grid { stroke: var(--line); } .box { fill: none; stroke: var(--soft); }
rect.box { fill: color-mix(in srgb, var(--mark) 12%, transparent); } .median { stroke: var(--mark); stroke-width: 2.5; } .person { fill: none; stroke: var(--mark); opacity: .22; }
.dot { fill: var(--mark); opacity: .65; } .series0 { fill: var(--other); } .series1 { fill: var(--mark); } .series2 { fill: var(--soft); }
.sheet { break-before: page; } .sheet img { max-width: 100%; background: white; }
@media (max-width: 46rem) { .sides { grid-template-columns: minmax(0, 1fr); } }
.texts td { white-space: normal; text-align: left; }
@media print { body { max-width: none; margin: 0; font-size: 11px; } h2 { break-after: avoid; } .sides, table, svg { break-inside: avoid; } :root { color-scheme: light; } }
`;

/** A page that needs nothing but itself, and runs nothing. */
export function pageHtml(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<title>${escapeText(title)}</title>
<style>${style}</style>
</head>
<body>
${body}
</body>
</html>
`;
}
