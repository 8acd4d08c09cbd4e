/** How browsers say that a part of the page did not come: Chromium, Firefox, Safari. */
const missingPart = /dynamically imported module|Importing a module script failed|Unable to preload CSS/i;
/** How they say that a server does not answer. */
const noAnswer = /^(Failed to fetch|NetworkError|Load failed)/i;

/** What went wrong and what to do, in one sentence for the visitor. */
export function explainError(error: unknown): string {
  const { name = '', message = String(error) } = error as Partial<Error>;
  if (missingPart.test(message)) {
    return `A part of the page did not come: the server was stopped or has a newer version; ${startServerAgain}, then reload the page.`;
  }
  if (noAnswer.test(message)) return `The server does not answer; ${startServerAgain}, then try once more.`;
  if (name === 'QuotaExceededError') {
    return 'The browser’s storage for this page is full; delete takes or avatars that you no longer need.';
  }
  if (name === 'NotAllowedError') {
    return `The browser did not allow it (${message}); allow it beside the address and try again.`;
  }
  return message;
}

/** The same of a file: "bad.obj: expected …". Reasons that mean the whole file call it "file", which its name says already. */
export function explainFileError(fileName: string, error: unknown): string {
  return `${fileName}: ${explainError(error).replace(/^file: /, '')}`;
}

/** What to do where the page's server is gone. */
const startServerAgain = 'start it again with npm start or leib serve';

/** Of connections that are sought again by themselves. */
export const serverIsGone = `No connection to the server: ${startServerAgain}; this page finds it by itself.`;
