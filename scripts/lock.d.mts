/**
 * Runs `work` while no other process that asks for the same lock file does. The file holds the owner's process id:
 * a lock whose owner is gone is taken over.
 */
export declare function withLock(lockFile: any, work: any, onWait?: () => void): Promise<any>;
