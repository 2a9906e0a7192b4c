/** Remarks for troubleshooting. The last ones are kept and shown on the error page; users do not see them otherwise. */

const KEPT = 50
const remarks: string[] = []

/** Records a remark. */
export function log(remark: string): void {
  remarks.push(`${new Date().toISOString()} ${remark}`)
  if (remarks.length > KEPT) remarks.shift()
}

/** How many different remarks `logOnce` records; it ignores further ones. */
const MAX_KINDS = 500
const kinds = new Set<string>()

/**
 * Records a remark that would repeat with every answer, such as one about a device's odd label, only once per wording.
 */
export function logOnce(remark: string): void {
  if (kinds.has(remark) || kinds.size >= MAX_KINDS) return
  kinds.add(remark)
  log(remark)
  // biome-ignore lint/suspicious/noConsole: an integrator looks for what was left out of a list in the browser's own log
  console.warn(`Greenwave: ${remark}`)
}

/** Forgets all remarks, because the session has ended: they may name devices. */
export function forgetRemarks(): void {
  remarks.length = 0
  kinds.clear()
}

/** Returns the last remarks, oldest first. */
export function recentRemarks(): readonly string[] {
  return [...remarks]
}
