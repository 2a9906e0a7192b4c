/** Returns first and last name with a space between; empty when the platform has neither. */
export function fullName(user: {
  firstName?: string | null | undefined
  lastName?: string | null | undefined
}): string {
  return [user.firstName, user.lastName]
    .map((part) => part?.trim() ?? '')
    .filter((part) => part !== '')
    .join(' ')
}
