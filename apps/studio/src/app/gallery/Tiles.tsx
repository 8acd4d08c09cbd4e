import { PersonStanding, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../ui/Button.js';
import { useIsBusy } from '../../ui/noticesStore.js';

/** A row of tiles that scrolls sideways. One of them is reached with Tab, the others with arrow keys. */
export function Tiles({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const list = useRef<HTMLUListElement>(null);
  const tiles = () => [...(list.current?.querySelectorAll<HTMLButtonElement>('.tile-wear') ?? [])];
  // The worn one, else the first.
  useEffect(() => {
    const all = tiles();
    const current = all.find((tile) => tile === document.activeElement) ?? all.find(isWorn) ?? all[0];
    for (const tile of all) tile.tabIndex = tile === current ? 0 : -1;
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const all = tiles();
    const at = all.indexOf(event.target as HTMLButtonElement);
    const to = targetOf(event.key, at, all.length);
    if (at < 0 || to === null) return;
    event.preventDefault();
    event.stopPropagation();
    for (const tile of all) tile.tabIndex = -1;
    all[to].tabIndex = 0;
    all[to].focus();
    all[to].scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };
  return (
    <ul ref={list} className="tiles" aria-label={label} onKeyDown={onKeyDown}>
      {children}
    </ul>
  );
}

const isWorn = (tile: HTMLButtonElement) => tile.getAttribute('aria-pressed') === 'true';

function targetOf(key: string, at: number, count: number): number | null {
  switch (key) {
    case 'ArrowRight':
      return Math.min(at + 1, count - 1);
    case 'ArrowLeft':
      return Math.max(at - 1, 0);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}

export interface TileProps {
  readonly name: string;
  /** One line, shown when the pointer rests on it. */
  readonly about: string;
  /** Address of the picture; empty or absent: a plain figure. */
  readonly picture: string | undefined;
  readonly isWorn: boolean;
  readonly onWear: () => Promise<unknown>;
  readonly onDelete?: () => void;
}

/** An avatar of the gallery: press to wear it. Tiles moves the focus between them. */
export function Tile({ name, about, picture, isWorn, onWear, onDelete }: TileProps) {
  const isBusy = useIsBusy();
  return (
    <li className="tile">
      <Button
        className="tile-wear"
        title={about}
        aria-pressed={isWorn}
        aria-disabled={isBusy}
        onClick={() => {
          if (!isBusy) void onWear();
        }}
        onKeyDown={(event) => {
          if (event.key === 'Delete') onDelete?.();
        }}
      >
        <span className="tile-picture">
          {picture ? (
            <img src={picture} alt="" loading="lazy" />
          ) : (
            <PersonStanding size={30} strokeWidth={1.4} aria-hidden />
          )}
        </span>
        <span className="tile-name">{name}</span>
      </Button>
      {onDelete && (
        <Button className="tile-delete" aria-label={`Delete ${name}`} title="Delete" onClick={onDelete}>
          <X size={13} strokeWidth={2.2} aria-hidden />
        </Button>
      )}
    </li>
  );
}
