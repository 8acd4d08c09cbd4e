/** What to do where the page's server is gone. */
export const startServerAgain = 'start it again with npm start or leib serve';

/** Of connections that are sought again by themselves. */
export const serverIsGone = `No connection to the server: ${startServerAgain}; this page finds it by itself.`;
