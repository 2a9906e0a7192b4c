import { BlockList, isIP } from 'node:net'

/** The proxies trusted by default: those on this machine. */
export const LOOPBACK_PROXIES: readonly string[] = ['loopback']

/** Returns whether a text names a trusted proxy: an address, a range such as `10.0.0.0/8`, or `loopback`. */
export function isProxyName(text: string): boolean {
  if (text === 'loopback') return true
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

/**
 * Returns a function that tells whether an address belongs to a proxy whose `X-Forwarded-*` headers are trusted.
 * @param names as `isProxyName` accepts them
 */
export function proxyTrust(names: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const name of names.flatMap((name) => (name === 'loopback' ? ['127.0.0.0/8', '::1'] : [name]))) {
    const [address = '', bits] = name.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return (address) => {
    const family = isIP(address)
    return family !== 0 && list.check(address, family === 6 ? 'ipv6' : 'ipv4')
  }
}
