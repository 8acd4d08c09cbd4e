import './gallery.css';
import { galleryPeople } from '@leib/body';
import { fileSetOfFiles } from '@leib/formats';
import { PersonStanding, TriangleAlert, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../ui/Button.js';
import { FilesInput } from '../../ui/FileInput.js';
import { notify, useIsBusy, useIsExpert } from '../../ui/pageStore.js';
import { useStudio } from '../StudioContext.js';
import { useStudioStore } from '../studioStore.js';
import { portraits } from './portraits.js';
import type { RecentAvatar } from './recentAvatar.js';

/** What is worn, the people to choose from, and what was worn before. */
export function GallerySection() {
  const avatar = useStudioStore((state) => state.avatar);
  const isBusy = useIsBusy();
  const isExpert = useIsExpert();
  const details = isExpert ? avatar?.expertDetails : avatar?.details;
  return (
    <section aria-label="Avatar" data-tour="avatar">
      <h3>Avatar</h3>
      <div className="avatar-card">
        <PersonStanding size={18} strokeWidth={1.8} aria-hidden />
        <span>
          <strong>{avatar?.name ?? (isBusy ? 'Loading …' : 'None')}</strong>
          {details?.map((line) => (
            <small key={line}>{line}</small>
          ))}
        </span>
      </div>
      <BonesButton />
      <People />
      <Recent />
      <AvatarButtons />
    </section>
  );
}

function People() {
  const { wardrobe } = useStudio();
  const worn = useStudioStore((state) => state.wornTile);
  return (
    <Tiles label="People">
      <Tile
        name="Default"
        about="The person that comes with Leib, of middle height"
        picture={portraits.default}
        isWorn={worn === 'default'}
        onWear={() => wardrobe.wearDefaultAvatar()}
      />
      {galleryPeople.map((person) => (
        <Tile
          key={person.id}
          name={person.name}
          about={`${person.name}, ${person.about}`}
          picture={portraits[person.id]}
          isWorn={worn === `person ${person.id}`}
          onWear={() => wardrobe.wearBody(person)}
        />
      ))}
    </Tiles>
  );
}

function Recent() {
  const { gallery } = useStudio();
  const recent = useStudioStore((state) => state.recentAvatars);
  const worn = useStudioStore((state) => state.wornTile);
  if (recent.length === 0) return null;
  return (
    <>
      <p className="gallery-title">Recent, kept in this browser</p>
      <Tiles label="Recent avatars">
        {recent.map((avatar) => (
          <Tile
            key={avatar.id}
            name={avatar.name}
            about={describeRecent(avatar)}
            picture={avatar.picture}
            isWorn={worn === avatar.id}
            onWear={() => gallery.wearRecent(avatar.id)}
            onDelete={() => {
              void gallery.remove(avatar.id);
              notify('info', `${avatar.name} is deleted from this browser.`);
            }}
          />
        ))}
      </Tiles>
    </>
  );
}

function describeRecent({ fileName, byteCount, wornAtMs }: RecentAvatar): string {
  const date = new Date(wornAtMs).toLocaleDateString();
  if (!fileName) return `A body of the room Body, worn on ${date}`;
  return `${fileName}, ${(byteCount / 1e6).toFixed(1)} MB, worn on ${date}`;
}

function AvatarButtons() {
  const studio = useStudio();
  const isBusy = useIsBusy();
  const fileInput = useRef<HTMLInputElement>(null);
  const folderInput = useRef<HTMLInputElement>(null);
  const open = (files: readonly File[]) => void studio.wardrobe.openFiles(fileSetOfFiles(files));
  return (
    <>
      <div className="row buttons gallery-buttons">
        <Button
          title="A 3D person with bones: VRM, glTF or FBX as one file, several files that belong together, or a zip; it stays on this machine"
          disabled={isBusy}
          onClick={() => fileInput.current?.click()}
        >
          Open an avatar …
        </Button>
        <Button
          title="A folder with a 3D person and its pictures; it stays on this machine"
          disabled={isBusy}
          onClick={() => folderInput.current?.click()}
        >
          Open a folder …
        </Button>
        <a className="button" href="#/body" title="A body from your own measures, in the room Body">
          Make your own
        </a>
      </div>
      <FilesInput inputRef={fileInput} label="Avatar file" onFiles={open} />
      <FilesInput inputRef={folderInput} label="Avatar folder" choice="folder" onFiles={open} />
    </>
  );
}

/** How the worn file's bones were found, and the way to the panel that changes them. None for our own bodies. */
function BonesButton() {
  const studio = useStudio();
  const bones = useStudioStore((state) => state.avatar?.bones ?? null);
  if (!bones) return null;
  const guessed = bones.guessedCount > 0 ? `${bones.guessedCount} guessed` : 'none guessed';
  return (
    <Button
      className="bones-button"
      title="Shows which joints of the file move as which bones, to check and change"
      onClick={() => studio.wardrobe.checkBones()}
    >
      {bones.isPoor && <TriangleAlert size={15} strokeWidth={2} aria-label="Doubtful" />}
      {bones.count} bones, {bones.isByHand ? 'set by hand' : guessed}: check
    </Button>
  );
}

/** A row of tiles that scrolls sideways. One of them is reached with Tab, the others with arrow keys. */
function Tiles({ label, children }: { readonly label: string; readonly children: ReactNode }) {
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

interface TileProps {
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
function Tile({ name, about, picture, isWorn, onWear, onDelete }: TileProps) {
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
