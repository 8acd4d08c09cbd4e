// The error for bad input alone: a program that starts quickly loads this without the rest of the package.
export { InputError } from './check/inputError.js';
