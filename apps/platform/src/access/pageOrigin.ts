/**
 * True if a page of this origin may open a live socket. Browsers send cookies and credentials along with a socket of any
 * page, so a foreign page must be turned away here. Whatever sends no Origin is no browser. `null` is a sandboxed page.
 * @param origin the Origin header
 * @param host the Host header: the console that the platform itself serves
 * @param allowedOrigins further origins, as `https://console.example`
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
