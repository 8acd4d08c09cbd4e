// For tests of other packages only; not part of the API.

/** A WebSocket in the test's own hands. */
export class FakeSocket {
  readonly url: string;
  readonly sent: (string | Uint8Array)[] = [];
  binaryType = 'blob';
  readyState = 0;
  bufferedAmount = 0;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  onerror: (() => void) | null = null;

  constructor(url: string) {
    this.url = url;
  }

  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }

  receive(data: string | ArrayBuffer): void {
    this.onmessage?.({ data });
  }

  send(data: string | Uint8Array): void {
    this.sent.push(data);
  }

  close(): void {
    this.readyState = 3;
    this.onclose?.();
  }
}
