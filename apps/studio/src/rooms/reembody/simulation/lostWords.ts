/** What is said where the place is lost in which the second body was simulated. @param reason a sentence, with what to do */
export function lostWords(where: 'worker' | 'server', reason: string): string {
  if (where === 'worker') return `The second body: ${reason}`;
  return `On the server: ${reason} The second body goes on in this page; choose “On the server” to go back there.`;
}
