/** What the server takes as the name of a room. */
const roomName = /^[a-z\d][a-z\d-]{0,39}$/;

/** A name as somebody writes it -> as the server takes it; null where nothing is left of it. */
export function roomNameOf(text: string): string | null {
  const name = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, 40)
    .replace(/-$/, '');
  return roomName.test(name) ? name : null;
}

const colours = ['amber', 'blue', 'coral', 'green', 'ivory', 'olive', 'pink', 'silver'];
const animals = ['crane', 'fox', 'hare', 'heron', 'lynx', 'otter', 'owl', 'seal'];

/** A name that is short enough to be said. @param random 0 to 1, again and again */
export function newRoomName(random: () => number): string {
  const one = (words: readonly string[]) => words[Math.floor(random() * words.length)];
  return `${one(colours)}-${one(animals)}-${Math.floor(10 + random() * 90)}`;
}

/** The room of people that an address names (`?people=museum`); null where it names none. */
export function peopleOfAddress(address: string): string | null {
  return roomNameOf(new URL(address).searchParams.get('people') ?? '');
}

/** The same page with another room, or none; what else stands in the address stays, as the server's word. */
export function addressWithPeople(address: string, room: string | null): string {
  const url = new URL(address);
  if (room === null) url.searchParams.delete('people');
  else url.searchParams.set('people', room);
  url.hash = '#/together';
  return url.href;
}

/** The address for others: without what is this page's own business. @param token of an invite; null: as this page was opened */
export function linkForOthers(address: string, room: string, token: string | null): string {
  const url = new URL(address);
  const word = token ?? url.searchParams.get('token');
  url.search = '';
  url.searchParams.set('people', room);
  if (word !== null) url.searchParams.set('token', word);
  url.hash = '#/together';
  return url.href;
}
