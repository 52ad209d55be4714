// The bill of materials of a release (SBOM) in the format CycloneDX 1.5, without the time and the random number that would make two equal builds differ.
import type { LockedPackages } from '../lock/lock-file.ts';
import { nameOf } from './supply-chain.ts';

/** What a release is made from. */
export interface ReleaseSource {
  readonly version: string;
  /** The commit, or null outside a repository. */
  readonly commit: string | null;
}

/** Returns the text of the bill of materials: one component per package, with its version, licence and SHA-512. */
export function sbomOf(packages: LockedPackages, paths: readonly string[], { version, commit }: ReleaseSource): string {
  const components = paths.map((path) => {
    const { version: found = '', integrity = '', license } = packages[path] ?? {};
    const reference = `pkg:npm/${nameOf(path).replace('@', '%40')}@${found}`;
    return {
      type: 'library',
      'bom-ref': path,
      name: nameOf(path),
      version: found,
      purl: reference,
      hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex') }],
      licenses: license === undefined ? [] : [{ license: { id: license } }],
    };
  });
  const properties = commit === null ? [] : [{ name: 'commit', value: commit }];
  const document = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': 'rondo', name: 'rondo', version, properties } },
    components,
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
