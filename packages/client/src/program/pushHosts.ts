/** The setting that names push services, as every program reads it. */

/** How push services are written; for messages about what names none. */
export const PUSH_HOSTS_FORM =
  'give hosts such as push.example or *.push.example, or origins such as https://push:8443, with commas'

/**
 * Returns the push services that a text names, with commas: hosts, hosts with any name below them, and origins, in lower
 * case. Undefined if one of them is none of these.
 */
export function parsePushHosts(text: string): readonly string[] | undefined {
  const hosts = text.split(',').map((host) => host.trim().toLowerCase())
  return hosts.every(isPushHost) ? hosts : undefined
}

function isPushHost(host: string): boolean {
  return /^(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(host) || originOf(host) === host
}

/** Returns the origin that an http(s) address without a path, query and account names; undefined for anything else. */
export function originOf(address: string): string | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/') return undefined
  return url.search || url.hash || url.username || url.password ? undefined : url.origin
}
