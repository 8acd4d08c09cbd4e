/** Resolves after so many seconds, or when the user (Ctrl-C) or the system ends the command; without a limit, only then. */
export function untilStopped(seconds: number | undefined): Promise<void> {
  return new Promise((resolve) => {
    const signals = ['SIGINT', 'SIGTERM'] as const;
    const stop = () => {
      clearTimeout(timer);
      for (const signal of signals) process.off(signal, stop);
      resolve();
    };
    const timer = seconds === undefined ? undefined : setTimeout(stop, seconds * 1000);
    for (const signal of signals) process.on(signal, stop);
  });
}
