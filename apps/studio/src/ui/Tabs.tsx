import type { ReactNode } from 'react';
import { Button } from './Button.js';
import { useIsExpert } from './pageStore.js';

export interface Tab<Id extends string> {
  readonly id: Id;
  readonly label: string;
  /** Shown on hover. */
  readonly help: string;
  /** Shown at the expert level only. */
  readonly isExpert?: boolean;
}

/** The tabs of the present level, and which one is open: the first where the chosen one is not shown. */
export function useTabsAtLevel<Id extends string, T extends Tab<Id>>(
  tabs: readonly T[],
  chosen: Id,
): { readonly tabs: readonly T[]; readonly open: Id } {
  const isExpert = useIsExpert();
  const shown = tabs.filter((tab) => isExpert || !tab.isExpert);
  return { tabs: shown, open: shown.some(({ id }) => id === chosen) ? chosen : shown[0].id };
}

interface TabsProps<Id extends string> {
  /** What the tabs are, read aloud. */
  readonly label: string;
  /** Begins the ids of the elements: one per tab list on the page. */
  readonly prefix: string;
  readonly tabs: readonly Tab<Id>[];
  readonly open: Id;
  readonly onOpen: (id: Id) => void;
  /** The content of the open tab. */
  readonly children: ReactNode;
}

/** With less of a tab's content in sight than this, pixels, its tabs go to the top of what scrolls. */
const LEAST_IN_SIGHT = 140;

/** On small sheets what stands above the tabs fills the sheet: the content of a tab that is opened comes into sight. */
function bringIntoSight(tab: HTMLElement): void {
  const list = tab.closest('.tabs');
  const scroller = tab.closest('.sheet-body');
  if (!list || !scroller) return;
  const [seen, own] = [scroller.getBoundingClientRect(), list.getBoundingClientRect()];
  if (seen.bottom - own.bottom < LEAST_IN_SIGHT) scroller.scrollTop += own.top - seen.top;
}

/** A list of tabs and the open one's content. Left and right go from tab to tab. */
export function Tabs<Id extends string>({ label, prefix, tabs, open, onOpen, children }: TabsProps<Id>) {
  const elementId = (id: Id) => `${prefix}-tab-${id}`;

  function move(key: string, from: Id): void {
    const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    const at = tabs.findIndex(({ id }) => id === from);
    const { id } = tabs[(at + step + tabs.length) % tabs.length];
    onOpen(id);
    document.getElementById(elementId(id))?.focus();
  }

  return (
    <>
      <div className="tabs" role="tablist" aria-label={label}>
        {tabs.map((tab) => (
          <Button
            key={tab.id}
            role="tab"
            id={elementId(tab.id)}
            data-tour={`tab-${tab.id}`}
            aria-selected={tab.id === open}
            aria-controls={`${prefix}-tab-panel`}
            tabIndex={tab.id === open ? 0 : -1}
            title={tab.help}
            onClick={({ currentTarget }) => {
              onOpen(tab.id);
              bringIntoSight(currentTarget);
            }}
            onKeyDown={(event) => move(event.key, tab.id)}
          >
            {tab.label}
          </Button>
        ))}
      </div>
      <div className="tab-panel" role="tabpanel" id={`${prefix}-tab-panel`} aria-labelledby={elementId(open)}>
        {children}
      </div>
    </>
  );
}
