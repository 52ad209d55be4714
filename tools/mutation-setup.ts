// Before the tests of a mutation run: every run draws the same cases, and the first that fails is enough.
import fc from 'fast-check';

fc.configureGlobal({ seed: 1, endOnFailure: true });
