/** Remarks for whoever looks for a fault: the last ones are kept, and shown on the error page. Users are told nothing by them. */

const KEPT = 50
const remarks: string[] = []

/** Takes a remark. */
export function log(remark: string): void {
  remarks.push(`${new Date().toISOString()} ${remark}`)
  if (remarks.length > KEPT) remarks.shift()
}

/** Remarks that were made once and are not made again. */
const MAX_KINDS = 500
const kinds = new Set<string>()

/** Takes a remark that would come with every answer, such as one on a device's odd label: once for each wording. */
export function logOnce(remark: string): void {
  if (kinds.has(remark) || kinds.size >= MAX_KINDS) return
  kinds.add(remark)
  log(remark)
  // biome-ignore lint/suspicious/noConsole: an integrator looks for what was left out of a list in the browser's own log
  console.warn(`Greenwave: ${remark}`)
}

/** The last remarks, oldest first. */
export function recentRemarks(): readonly string[] {
  return [...remarks]
}
