/** The `activateToken` parameter of an activation link, or null when the link has none or is no address. */
export function activateToken(link: string): string | null {
  const token = URL.parse(link, 'http://any.invalid')?.searchParams.get('activateToken')
  return token === undefined || token === '' ? null : token
}
