/**
 * Runs one of our tools and keeps what it says, standard output and error in the order they came.
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
export declare function runCaptured(command: any, args: any, { cwd, env }?: {
    cwd?: string | undefined;
    env?: {} | undefined;
}): Promise<{
    ok: boolean;
    output: string;
}>;
