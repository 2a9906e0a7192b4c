/**
 * Returns true if a page of this origin may open a live socket. Browsers send cookies with a socket whatever page opens
 * it, so foreign pages must be refused here. A client without an Origin is no browser. `null` comes from a sandboxed
 * page.
 * @param origin the Origin header
 * @param host the Host header: the console that the platform itself serves
 * @param allowedOrigins further origins, such as `https://console.example`
 */
export function isAllowedOrigin(
  origin: string | undefined,
  host: string | undefined,
  allowedOrigins: readonly string[],
): boolean {
  if (origin === undefined) return true
  if (allowedOrigins.includes(origin)) return true
  return host !== undefined && URL.parse(origin)?.host === host.toLowerCase()
}
