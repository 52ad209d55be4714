// A self-signed certificate for the name localhost, for tests only. It is valid until 2126.

/** The certificate in PEM. */
export const localhostCertificate = `-----BEGIN CERTIFICATE-----
MIIBlTCCATugAwIBAgIUAmd74989TaAahlLOESeJ8ud8p+UwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMzAyMTkxNloYDzIxMjYxMDMw
MDIxOTE2WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASlU52cNj3fjPIJ2zK8TtKQoZqpCuoq1qBVWThZs+EgM9aWCgLAqU36
XS8BHwH7WHr2pzCl8Eqet1qz5D8xSS+no2kwZzAdBgNVHQ4EFgQUDLL9Ln25gjy1
AG7eX+JIIye4zE8wHwYDVR0jBBgwFoAUDLL9Ln25gjy1AG7eX+JIIye4zE8wDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
SAAwRQIhAKIgQ+vLeN1hwItD5ZzUIpZcHFfjzs3fa7GiUjtGdNDwAiAPYRJVnxQY
IWr1jL5IZEMtvAwGhvVksZQ/qyNSdFr0Ew==
-----END CERTIFICATE-----
`;

/** The private key of the certificate in PEM. */
export const localhostKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgdGo1PhdCSXUR8Zdz
xvhcFKaw7h4srnc/nSPnh8qut12hRANCAASlU52cNj3fjPIJ2zK8TtKQoZqpCuoq
1qBVWThZs+EgM9aWCgLAqU36XS8BHwH7WHr2pzCl8Eqet1qz5D8xSS+n
-----END PRIVATE KEY-----
`;
