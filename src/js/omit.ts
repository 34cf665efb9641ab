/** The code for `nan: 'omit'`, loaded by the first call that gives it. */
export * from '../api/omit.ts';
