const names: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  PageUp: 'Page ↑',
  PageDown: 'Page ↓',
  Escape: 'Esc',
  Equal: '+',
  Minus: '−',
  NumpadAdd: 'Num +',
  NumpadSubtract: 'Num −',
};

/** A key of the table as people know it: "Ctrl+Shift+KeyZ" is ["Ctrl", "Shift", "Z"]. */
export function keyName(key: string): readonly string[] {
  return key.split('+').map((part) => names[part] ?? part.replace(/^(Key|Digit)/, ''));
}
