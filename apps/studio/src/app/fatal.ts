/** Puts one sentence, and what to do, in the place of a page that cannot start. */
export function showFatal(root: HTMLElement, what: string, doThis: string): void {
  const message = document.createElement('div');
  message.className = 'fatal card';
  message.role = 'alert';
  const title = document.createElement('h1');
  title.textContent = what;
  const advice = document.createElement('p');
  advice.textContent = doThis;
  const again = document.createElement('button');
  again.type = 'button';
  again.textContent = 'Reload the page';
  again.addEventListener('click', () => location.reload());
  message.append(title, advice, again);
  root.replaceChildren(message);
}
