/** Remarks for whoever looks for a fault: the last ones are kept, and shown on the error page. Users are told nothing by them. */

const KEPT = 50
const remarks: string[] = []

/** Takes a remark. */
export function log(remark: string): void {
  remarks.push(`${new Date().toISOString()} ${remark}`)
  if (remarks.length > KEPT) remarks.shift()
}

/** The last remarks, oldest first. */
export function recentRemarks(): readonly string[] {
  return [...remarks]
}
