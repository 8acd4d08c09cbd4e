/** Whether keys are text for the element that has the focus: a field, a list to choose from, or a dialog that is open. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest(
      'dialog, select, textarea, [contenteditable=true], input:not([type=range], [type=checkbox], [type=radio])',
    ) !== null
  );
}

/** Whether the element that has the focus uses Space, Enter and arrows itself. */
export function isOnControl(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('button, input, a, summary, [role=tab], [role=slider], [role=separator], [role=treeitem]') !== null
  );
}
