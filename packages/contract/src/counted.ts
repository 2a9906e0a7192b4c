/**
 * Returns a count with its English words, in the singular for 1 alone: `1 device`, `0 devices`. `shown` is how the number
 * is written.
 */
export function counted(count: number, one: string, other: string, shown = String(count)): string {
  return `${shown} ${count === 1 ? one : other}`
}
