// The host names and origins under which this server may be called. A page of another site whose name leads to this machine (DNS rebinding) sends its own name.
import { isIP } from 'node:net';

export interface HostList {
  /** Returns whether a request may have this header `Host`. */
  allowsHost(host: string | undefined): boolean;
  /** Returns whether a page of this origin may send a request with this header `Host`. */
  allowsOrigin(origin: string, host: string | undefined): boolean;
}

/**
 * Allows the host of the public origin, the names of `hosts`, the names of this machine and IP addresses. An IP address is allowed, because a page of another
 * site always has a name. The origin is the public origin, or the address of the request without TLS. Source: reliability 5.3 item 30.
 */
export function createHostList(options: {
  readonly publicUrl: string | null;
  readonly hosts: readonly string[];
}): HostList {
  const published = options.publicUrl === null ? null : new URL(options.publicUrl);
  const names = new Set(['localhost', ...options.hosts, ...(published === null ? [] : [published.hostname])]);
  const allowsHost = (host: string | undefined): boolean => {
    const name = nameOf(host);
    return name !== null && (names.has(name) || isIP(name) > 0);
  };
  return {
    allowsHost,
    allowsOrigin(origin, host) {
      if (!URL.canParse(origin)) return false;
      if (published !== null && origin === published.origin) return true;
      const { protocol, host: from, hostname } = new URL(origin);
      return (
        protocol === 'http:' && from === host?.toLowerCase() && hostname !== published?.hostname && allowsHost(host)
      );
    },
  };
}

/** Returns the name in lower case without the port and without the brackets of an IPv6 address, or null when the header is no host. */
function nameOf(host: string | undefined): string | null {
  if (host === undefined || !/^[\w.:[\]-]+$/.test(host) || !URL.canParse(`http://${host}`)) return null;
  return new URL(`http://${host}`).hostname.replaceAll(/[[\]]/g, '');
}
