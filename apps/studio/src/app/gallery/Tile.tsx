import { PersonStanding, X } from 'lucide-react';
import { useIsBusy } from '../../ui/noticesStore.js';

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
      <button
        type="button"
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
      </button>
      {onDelete && (
        <button type="button" className="tile-delete" aria-label={`Delete ${name}`} title="Delete" onClick={onDelete}>
          <X size={13} strokeWidth={2.2} aria-hidden />
        </button>
      )}
    </li>
  );
}
