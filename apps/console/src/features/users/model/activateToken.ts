/** Returns the `activateToken` parameter of an activation link; null when the link has none or is not a URL. */
export function activateToken(link: string): string | null {
  const token = URL.parse(link, 'http://any.invalid')?.searchParams.get('activateToken')
  return token === undefined || token === '' ? null : token
}
