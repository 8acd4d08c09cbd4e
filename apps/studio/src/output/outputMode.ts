import { usePage } from '../ui/pageStore.js';
import './output.css';

/** Whether an address (#/room?output) names the clean picture of a room. */
export function isOutputAddress(hash: string): boolean {
  return new URLSearchParams(hash.split('?')[1] ?? '').has('output');
}

/** The same address with or without the clean picture; other parameters stay. */
export function outputAddress(hash: string, isOutput: boolean): string {
  const [room, query = ''] = (hash || '#/').split('?');
  const others = query.split('&').filter((part) => part !== '' && part.split('=')[0] !== 'output');
  const all = isOutput ? ['output', ...others] : others;
  return all.length > 0 ? `${room}?${all.join('&')}` : room;
}

/** It has an address of its own, so that a streaming program can open it; "Back" of the browser leaves it, too. */
export function enterOutput(): void {
  history.pushState(null, '', outputAddress(location.hash, true));
  setOutput(true);
}

export function leaveOutput(): void {
  history.replaceState(null, '', outputAddress(location.hash, false));
  setOutput(false);
}

/** Follows the address, and leaves the clean picture on Escape. */
export function followOutputAddress(): void {
  const readAddress = () => setOutput(isOutputAddress(location.hash));
  addEventListener('hashchange', readAddress);
  addEventListener('popstate', readAddress);
  addEventListener('keydown', leaveOnEscape, { capture: true });
  readAddress();
}

function leaveOnEscape(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || !usePage.getState().isOutput) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  leaveOutput();
}

function setOutput(isOutput: boolean): void {
  usePage.setState({ isOutput });
  document.documentElement.toggleAttribute('data-output', isOutput);
}
