/** The folder of package.json. */
export declare const root: string;
/** What is not shipped; with packages of its own. */
export declare const lab: string;
/** Logs and locks; outlives node_modules, ignored by git. */
export declare const cacheDir: string;
export declare function ensureCacheDir(): void;
/** Something that stops us and that one line explains. */
export declare class StopError extends Error {
}
/** Runs a script's main function: a StopError becomes its one line and exit code 1. */
export declare function runMain(main: any): Promise<void>;
