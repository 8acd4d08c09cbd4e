export type BuildResult = {
    ok: boolean;
    output: string;
    wasNeeded: boolean;
};
/** Compiles packages, all of them when none is named; incremental, so an unchanged tree costs a fraction of a second. */
export declare function buildTypes(projects?: any[]): Promise<any>;
/**
 * The same for the command and what it needs, but not at all where neither a source nor a build has changed since the last time: asking tsc alone takes
 * longer than everything else that npm start does.
 */
export declare function buildTypesIfChanged(): Promise<any>;
/**
 * Bundles the studio when something that goes into it has changed. It is built beside its place and then moved there,
 * so a server that runs from the old one never sees half a page, and a failed build leaves the last good one.
 */
export declare function buildStudio(): Promise<any>;
/** Everything the studio's bundle is made of, as paths from the root. */
export declare function studioInputs(folder: any): string[];
/** One hash over names and contents: times lie after a checkout. */
export declare function hashFiles(folder: any, paths: any): string;
