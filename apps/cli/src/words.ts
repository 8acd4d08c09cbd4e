/** Words that the help lists and that commands read. They stand apart, since help loads no command and no command loads help. */

/** Kinds of files that `leib convert` writes. The kind that it reads is recognised by its content. */
export const fileKinds = ['bvh', 'tracking', 'joints', 'glb', 'bones', 'mcap', 'feed', 'hand', 'c3d'] as const;

export type FileKind = (typeof fileKinds)[number];

/** Every way to work out the body, ours first: it is meant where none is named. */
export const solverNames = ['embody', 'rules', 'thesis', 'baseline'] as const;

export type SolverName = (typeof solverNames)[number];

/** What `--prior` may be. */
export const priorChoices: readonly string[] = ['on', 'off'];

/** Protocols that `leib feed send` can encode; others are sent from a file. */
export const sendableProtocols = ['dtrack', 'vmc', 'vrchat', 'json'] as const;

export type SendableProtocol = (typeof sendableProtocols)[number];

/** Protocols that can only be sent from a file. */
export const onlyFromFiles = ['natnet'] as const;

/** Leib's own models of bodies. */
export const bodySexes = ['female', 'male', 'neutral'] as const;
