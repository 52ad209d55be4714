// The version of this program.

/** The version of this program, which is the version in the package file of the project. */
export const programVersion = '0.1.0';
