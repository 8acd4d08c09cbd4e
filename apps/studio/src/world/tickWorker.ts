addEventListener('message', ({ data: hz }: MessageEvent<number>) => {
  setInterval(() => postMessage(null), 1000 / hz);
});
