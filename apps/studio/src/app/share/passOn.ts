/** Hands a link to the device's own sharing, or copies it; returns what was done, in a sentence. */
export async function passOn(link: string): Promise<string> {
  if (navigator.share && matchMedia('(pointer: coarse)').matches) {
    try {
      await navigator.share({ title: document.title, url: link });
      return 'The link was handed on.';
    } catch {
      // Closed without choosing, or not allowed here: copied instead.
    }
  }
  try {
    await navigator.clipboard.writeText(link);
    return 'The link is copied.';
  } catch {
    return 'The browser does not let the page copy; copy the link from the field.';
  }
}
