/** Returns the origin that an http(s) address without a path, query and account names; undefined for anything else. */
export function originOf(address: string): string | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/') return undefined
  return url.search || url.hash || url.username || url.password ? undefined : url.origin
}
