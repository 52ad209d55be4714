// The environment of the programs that install and build Rondo. They run code of many packages, so they get no setting of Rondo and no other secret of the person who starts them.

/** The shell and the folders, also those of Windows. */
const places = [
  'PATH',
  'HOME',
  'TMPDIR',
  'TZ',
  'LANG',
  'PATHEXT',
  'SYSTEMROOT',
  'COMSPEC',
  'USERPROFILE',
  'APPDATA',
  'LOCALAPPDATA',
  'TEMP',
  'TMP',
];
/** The way to the registry of packages. */
const registry = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR'];
const names = new Set([...places, ...registry]);

/** Returns the variables that an installation or a build needs: the shell, the folders, and the way to the registry with the settings of npm. */
export function buildEnvironment(environment = process.env) {
  const isNeeded = (name) => names.has(name.toUpperCase()) || name.toLowerCase().startsWith('npm_config_');
  return Object.fromEntries(Object.entries(environment).filter(([name]) => isNeeded(name)));
}
