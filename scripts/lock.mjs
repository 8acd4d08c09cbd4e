import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Runs `work` while no other process that asks for the same lock file does. The file holds the owner's process id:
 * a lock whose owner is gone is taken over.
 */
export async function withLock(lockFile, work, onWait = () => {}) {
  await takeLock(lockFile, onWait);
  try {
    return await work();
  } finally {
    rmSync(lockFile, { force: true });
  }
}

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function takeLock(lockFile, onWait) {
  mkdirSync(dirname(lockFile), { recursive: true });
  let hasWaited = false;
  for (;;) {
    const tookOver = removeIfAbandoned(lockFile);
    if (tryCreate(lockFile)) {
      // Two processes may have found the same abandoned lock, and the slower one may have removed the faster one's
      // new file instead: only after a moment is it certain whose file stands.
      if (!tookOver) return;
      await sleep(100);
      if (readOwner(lockFile) === process.pid) return;
    }
    if (!hasWaited) onWait(readOwner(lockFile));
    hasWaited = true;
    await sleep(150);
  }
}

function tryCreate(lockFile) {
  try {
    writeFileSync(lockFile, `${process.pid}\n`, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function removeIfAbandoned(lockFile) {
  const owner = readOwner(lockFile);
  if (owner === null || isAlive(owner)) return false;
  rmSync(lockFile, { force: true });
  return true;
}

function readOwner(lockFile) {
  try {
    return Number(readFileSync(lockFile, 'utf8')) || null;
  } catch {
    return null;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // No right to signal it means that it is there.
    return error.code === 'EPERM';
  }
}
