import type { Finding } from '@greenwave/controller/checks/finding'

/** Whether a finding is of two movements on the road at once: a warning, worded and shown as danger. */
export function isDanger(finding: Finding): boolean {
  return finding.check === 'V4'
}
