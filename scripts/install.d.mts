/**
 * Whether node_modules is what package-lock.json says, `withTools`: with what only tests and checks need. npm keeps what it installed in node_modules/.package-lock.json,
 * written last, so an interrupted install does not count as one. Packages beyond the lock do no harm (the package
 * "node" brings some of its own).
 */
export declare function isInstalled(folder: any, withTools: any): boolean;
/** Runs npm ci in the repository's folder or lab/; a failure becomes one line, its details go to a log. */
export declare function install(folder: any, withTools: any): void;
export declare function explainFailure(output: any): string | RegExp;
/** The Node that npm installed here, or null where install scripts are forbidden and it did not arrive. */
export declare function ownNode(): string | null;
