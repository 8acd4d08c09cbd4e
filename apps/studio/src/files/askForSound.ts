/**
 * Asks for the microphone. Throws an Error of one sentence where there is none or it is not allowed: `without` says what
 * happens then ("The take is recorded without sound"), the rest why and what to do. `device` null: the one that the browser chooses.
 */
export async function askForSound(without: string, device: string | null = null): Promise<MediaStream> {
  if (!navigator.mediaDevices) throw new Error(`${without}: the microphone needs https or this machine.`);
  try {
    return await navigator.mediaDevices.getUserMedia({
      audio: device === null ? true : { deviceId: { exact: device } },
    });
  } catch (error) {
    const isRefused = (error as Error).name === 'NotAllowedError';
    throw new Error(
      isRefused
        ? `${without}: the microphone is not allowed; allow it in the browser’s address bar.`
        : `${without}: no microphone could be opened (${(error as Error).message}); connect one.`,
    );
  }
}
