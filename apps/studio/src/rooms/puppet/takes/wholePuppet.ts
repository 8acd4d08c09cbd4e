/** Stands for the whole puppet in lists of parts. */
export const WHOLE_PUPPET = 'Whole puppet';
