/** Addresses of servers that have the same room: where one's own is gone, the others are tried first. */
export class ServerPlaces {
  readonly #home: URL;
  #others: readonly string[] = [];
  /** Where the connection was open last, and the last one that was tried. */
  #at: string;
  #tried: string;
  #tries = -1;

  /** @param home of the page; its `token` goes along to the others */
  constructor(home: string) {
    this.#home = new URL(home);
    this.#at = this.#home.href;
    this.#tried = this.#at;
  }

  get others(): readonly string[] {
    return this.#others;
  }

  /** For the next attempt. */
  next(): string {
    const again = [...this.#others, this.#home.href].filter((place) => place !== this.#at);
    const places = this.#tries < 0 ? [this.#at] : [...again, this.#at];
    this.#tried = places[Math.max(0, this.#tries) % places.length];
    this.#tries++;
    return this.#tried;
  }

  /** The last attempt has succeeded. */
  stay(): void {
    this.#at = this.#tried;
    this.#tries = 0;
  }

  /** The server says where the others are. */
  hear(addresses: readonly string[]): void {
    const token = this.#home.searchParams.get('token');
    const places = addresses.map((address) => {
      const url = new URL(address);
      if (token !== null) url.searchParams.set('token', token);
      return url.href;
    });
    this.#others = [...new Set(places)].filter((place) => place !== this.#home.href);
  }
}
