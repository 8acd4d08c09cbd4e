import type { NetworkInterfaceInfo } from 'node:os';

/** Addresses by which other machines reach this one: IPv4, private networks first. @param interfaces of os.networkInterfaces() */
export function networkAddresses(interfaces: NodeJS.Dict<NetworkInterfaceInfo[]>): readonly string[] {
  const outside = Object.values(interfaces)
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal, address }) => family === 'IPv4' && !internal && !address.startsWith('169.254.'));
  return outside.map(({ address }) => address).sort((a, b) => Number(isPrivate(b)) - Number(isPrivate(a)));
}

/** RFC 1918. */
function isPrivate(address: string): boolean {
  return /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/.test(address);
}
