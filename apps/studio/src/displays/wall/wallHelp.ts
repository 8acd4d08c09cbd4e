/** How long the help stays after the pointer has moved, milliseconds. */
const QUIET_AFTER_MS = 3000;

/** Name of the wall and its keys, while the pointer moves; F and a double click fill the screen. */
export function createWallHelp(parent: HTMLElement, wall: string): void {
  const help = document.createElement('p');
  help.className = 'wall-help';
  const overview = document.createElement('a');
  overview.href = '/displays';
  overview.textContent = 'all walls';
  help.append(`${wall}: F fills the screen, Esc leaves it; `, overview);
  parent.append(help);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const show = () => {
    help.dataset.quiet = 'false';
    parent.style.cursor = '';
    clearTimeout(timer);
    timer = setTimeout(() => {
      help.dataset.quiet = 'true';
      parent.style.cursor = 'none';
    }, QUIET_AFTER_MS);
  };
  const fill = () => {
    if (document.fullscreenElement) void document.exitFullscreen();
    else void document.documentElement.requestFullscreen().catch(() => {});
  };
  addEventListener('pointermove', show);
  addEventListener('keydown', ({ key }) => {
    if (key === 'f' || key === 'F') fill();
  });
  addEventListener('dblclick', fill);
  show();
}
