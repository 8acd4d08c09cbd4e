/**
 * Makes the tree ready and says whether the caller may go on: checks Node, installs what is missing, then runs the
 * same script again, on the Node that came with the packages where it did. It is one of the tools, which are installed
 * `withTools`, and where this Node is too old to build. lab/ has an install of its own, for tests. False in the outer process, whose exit code is then the
 * inner one's. Only Node's own modules are needed up to here.
 */
export declare function prepare({ withTools }?: {
    withTools?: boolean | undefined;
}): Promise<boolean>;
export declare function sayWaiting(pid: any): void;
/** @param {(text: string) => void} [say] */
export declare function installIfNeeded(folder: any, withTools: any, say?: (text: string) => void): Promise<any>;
