/** Returns a date such as 2026-11-22 as 22/11/2026, as dates are in every language of the console. */
export function dateText(date: string): string {
  const [year, month, day] = date.split('-')
  return `${day}/${month}/${year}`
}
