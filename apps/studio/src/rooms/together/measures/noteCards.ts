import type { SceneMark, SceneNote } from '@leib/stage';
import { type Camera, CanvasTexture, Group, Sprite, SpriteMaterial, SRGBColorSpace, Vector3 } from 'three';

/** A card is shown so near to the eyes, and so many at a time: the nearest. Metres. */
const NEAR = 2.5;
const MOST = 6;
/** Of a card, pixels and metres. */
const WIDTH = 420;
const PICTURE_HEIGHT = 262;
const METRES = 0.42;
const ABOVE = 0.06;
const PADDING = 16;
const LINE = 30;
const MOST_LINES = 4;

interface Card {
  readonly sprite: Sprite;
  /** What is drawn, as text. */
  drawn: string;
}

/** Notes as cards with their pictures in the scene: of those that one is near, and of the one that is chosen. */
export class NoteCards {
  readonly root = new Group();
  readonly #cards = new Map<string, Card>();
  readonly #urlOf: (hash: string) => string | null;

  /** @param urlOf address of a picture; null while there is none */
  constructor(urlOf: (hash: string) => string | null) {
    this.#urlOf = urlOf;
    this.root.name = 'notes';
  }

  /** Ids of the notes that are shown as cards. */
  update(marks: readonly SceneMark[], chosenId: string | null, camera: Camera): ReadonlySet<string> {
    const eye = camera.getWorldPosition(new Vector3());
    const distance = ({ points: [at] }: SceneNote) => eye.distanceTo(new Vector3(...at));
    const near = marks
      .filter((mark) => mark.kind === 'note')
      .map((note) => ({ note, away: note.id === chosenId ? -1 : distance(note) }))
      .filter(({ away }) => away < NEAR)
      .toSorted((a, b) => a.away - b.away)
      .slice(0, MOST);
    const shown = new Set(near.map(({ note }) => note.id));
    for (const [id, card] of this.#cards) if (!shown.has(id)) this.#remove(id, card);
    for (const { note } of near) this.#show(note);
    return shown;
  }

  dispose(): void {
    for (const [id, card] of this.#cards) this.#remove(id, card);
    this.root.removeFromParent();
  }

  #show(note: SceneNote): void {
    let card = this.#cards.get(note.id);
    if (!card) {
      const sprite = new Sprite(new SpriteMaterial({ depthTest: false }));
      sprite.renderOrder = 8;
      // It stands over its point.
      sprite.center.set(0.5, 0);
      card = { sprite, drawn: '' };
      this.#cards.set(note.id, card);
      this.root.add(sprite);
    }
    const [x, y, z] = note.points[0];
    card.sprite.position.set(x, y + ABOVE, z);
    const url = note.picture === null ? null : this.#urlOf(note.picture);
    const drawn = JSON.stringify([note.name, note.authorName, note.text, url]);
    if (drawn === card.drawn) return;
    card.drawn = drawn;
    void this.#draw(card, note, url);
  }

  async #draw(card: Card, note: SceneNote, url: string | null): Promise<void> {
    const { drawn } = card;
    put(card.sprite, drawCard(note, null));
    if (url === null) return;
    const image = new Image();
    image.src = url;
    // A file that is no picture after all: the card keeps its words.
    await image.decode().catch(() => {});
    if (image.naturalWidth > 0 && card.drawn === drawn && card.sprite.parent) put(card.sprite, drawCard(note, image));
  }

  #remove(id: string, { sprite }: Card): void {
    this.#cards.delete(id);
    sprite.removeFromParent();
    sprite.material.map?.dispose();
    sprite.material.dispose();
  }
}

function put({ material, scale }: Sprite, canvas: HTMLCanvasElement): void {
  material.map?.dispose();
  material.map = new CanvasTexture(canvas);
  material.map.colorSpace = SRGBColorSpace;
  material.needsUpdate = true;
  scale.set(METRES, (METRES * canvas.height) / canvas.width, 1);
}

function drawCard({ name, authorName, text }: SceneNote, image: HTMLImageElement | null): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (!context) return canvas;
  const font = '24px system-ui, sans-serif';
  context.font = font;
  const lines = wrapped(text, (words) => context.measureText(words).width <= WIDTH - 2 * PADDING);
  const top = image ? PICTURE_HEIGHT : 0;
  canvas.width = WIDTH;
  canvas.height = top + LINE * (lines.length + 1) + 1.5 * PADDING;
  context.fillStyle = 'rgb(14 18 24 / 90%)';
  context.roundRect(0, 0, canvas.width, canvas.height, 18);
  context.fill();
  context.clip();
  if (image) {
    const scale = Math.max(WIDTH / image.naturalWidth, PICTURE_HEIGHT / image.naturalHeight);
    const [width, height] = [image.naturalWidth * scale, image.naturalHeight * scale];
    context.drawImage(image, (WIDTH - width) / 2, (PICTURE_HEIGHT - height) / 2, width, height);
    context.fillRect(0, PICTURE_HEIGHT, WIDTH, canvas.height);
  }
  context.fillStyle = '#fff';
  context.textBaseline = 'top';
  // A canvas of another size has forgotten it.
  context.font = `600 ${font}`;
  context.fillText(`${name}, ${authorName}`, PADDING, top + PADDING, WIDTH - 2 * PADDING);
  context.font = font;
  for (const [i, line] of lines.entries()) context.fillText(line, PADDING, top + PADDING + LINE * (i + 1));
  return canvas;
}

/** A few lines of a text, broken between words. */
function wrapped(text: string, fits: (line: string) => boolean): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter((part) => part !== '')) {
    const longer = lines.length > 0 ? `${lines[lines.length - 1]} ${word}` : '';
    if (longer !== '' && fits(longer)) lines[lines.length - 1] = longer;
    else if (lines.length === MOST_LINES) return lines.with(-1, `${lines[MOST_LINES - 1]} …`);
    else lines.push(word);
  }
  return lines;
}
